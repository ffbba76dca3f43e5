import { expect, test } from "vitest";
import { formatDuration } from "../../../../src/core/request/clock.ts";

test.each([
  [0, "0 ms"],
  [0.4, "1 ms"],
  [999, "999 ms"],
  [1000, "1 s"],
  [1499, "1.499 s"],
  [1500, "1.5 s"],
  [90_000, "90 s"],
])("formats %d ms as %j", (ms, said) => {
  expect(formatDuration(ms)).toBe(said);
});
