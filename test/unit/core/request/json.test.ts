import { expect, test } from "vitest";
import { formatJson, invalidBody, parseJson, parseObject } from "../../../../src/core/request/response.ts";

const refusal = (code: string) => expect.objectContaining({ code }) as unknown;

test("a body is written as JSON, and one that cannot be is refused", () => {
  expect(formatJson({ a: 1 }, "Asking")).toBe('{"a":1}');
  expect(formatJson(undefined, "Asking")).toBeUndefined();
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const body of [circle, { a: 1n }]) {
    expect(() => formatJson(body, "Asking")).toThrow(refusal("invalid_body"));
  }
  expect(invalidBody("Asking").message).toMatch(/^Asking was not sent/);
});

test("an answer is read as JSON, and another is told", () => {
  expect(parseJson("[1]", "Asking")).toEqual([1]);
  expect(() => parseJson("<html>", "Asking")).toThrow(refusal("invalid_response"));
});

test.each([
  ['{"a":1}', { a: 1 }],
  ["null", {}],
  ["5", {}],
  ["", {}],
])("%s has these fields: %j", (text, fields) => {
  expect(parseObject(text)).toEqual(fields);
});
