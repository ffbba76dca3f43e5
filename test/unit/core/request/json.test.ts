import { expect, test } from "vitest";
import { formatJson, invalidBody, parseJson, parseObject } from "../../../../src/core/request/response.ts";

const refusal = (code: string) => expect.objectContaining({ code }) as unknown;

test("formats a body as JSON and rejects one that cannot be serialized", () => {
  expect(formatJson({ a: 1 }, "Asking")).toBe('{"a":1}');
  expect(formatJson(undefined, "Asking")).toBeUndefined();
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const body of [circle, { a: 1n }]) {
    expect(() => formatJson(body, "Asking")).toThrow(refusal("invalid_body"));
  }
  expect(invalidBody("Asking").message).toMatch(/^Asking was not sent/);
});

test("parses a JSON response and rejects any other", () => {
  expect(parseJson("[1]", "Asking")).toEqual([1]);
  expect(() => parseJson("<html>", "Asking")).toThrow(refusal("invalid_response"));
});

test.each([
  ['{"a":1}', { a: 1 }],
  ["null", {}],
  ["5", {}],
  ["", {}],
])("parses %s as an object with the fields %j", (text, fields) => {
  expect(parseObject(text)).toEqual(fields);
});
