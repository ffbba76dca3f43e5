import { expect, test } from "vitest";
import { retrySeconds } from "../../../../src/core/request/response.ts";

const seconds = (text: string, header?: string) =>
  retrySeconds({ status: 429, headers: new Headers(header ? { "retry-after": header } : {}), text });

test.each<[string, string | undefined, number | undefined]>([
  ['{"retry_after":0.25}', "1", 0.25],
  ['{"retry_after":"0.25"}', "1", 0.25],
  ['{"retry_after":0}', "1", 0],
  ['{"retry_after":-1}', "1", 1],
  ['{"retry_after":null}', undefined, undefined],
  ["no JSON", "2", 2],
  ["{}", "soon", undefined],
  ["{}", undefined, undefined],
])("parses %s with the header %s as %s s", (text, header, expected) => {
  expect(seconds(text, header)).toBe(expected);
});

test("uses an already parsed body", () => {
  const answer = { status: 429, headers: new Headers(), text: "{}" };
  expect(retrySeconds(answer, { retry_after: 3 })).toBe(3);
});
