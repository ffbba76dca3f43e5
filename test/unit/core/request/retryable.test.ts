import { expect, test } from "vitest";
import { passesLater, passesSoon } from "../../../../src/core/request/response.ts";

test.each([
  [200, false, false],
  [400, false, false],
  [404, false, false],
  [423, false, true],
  [429, false, true],
  [500, true, true],
  [501, false, true],
  [503, true, true],
  [524, true, true],
])(
  "decides for status %i whether it is retried immediately: %j, and retryable: %j",
  (status, soon, later) => {
    expect([passesSoon(status), passesLater(status)]).toEqual([soon, later]);
  },
);

test("treats every status that is retried immediately as retryable", () => {
  const statuses = Array.from({ length: 500 }, (_, index) => 100 + index);
  expect(statuses.filter((status) => passesSoon(status) && !passesLater(status))).toEqual([]);
});
