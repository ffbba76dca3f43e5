import { expect, it } from "vitest";
import { limitedAnswer } from "../../../../src/core/request/wait-budget.ts";

const answer = (status: number, body: object, given: Record<string, string> = {}) => ({
  status,
  headers: new Headers(given),
  text: JSON.stringify(body),
});

it.each([
  ["a success", answer(200, {}), undefined],
  ["a bucket that is used up", answer(429, { retry_after: 1.5 }), { ms: 1500, isGlobal: false }],
  ["the limit of all requests", answer(429, { retry_after: 1, global: true }), { ms: 1000, isGlobal: true }],
  [
    "the same in a header",
    answer(429, {}, { "x-ratelimit-global": "true", "retry-after": "2" }),
    { ms: 2000, isGlobal: true },
  ],
  ["no time to wait", answer(429, {}), { ms: 5000, isGlobal: false }],
  ["the day's creates, which say nothing of other requests", answer(429, { code: 30_034 }), undefined],
])("parses the limits of a response: %s", (_, given, block) => {
  expect(limitedAnswer(given).block).toEqual(block);
});
