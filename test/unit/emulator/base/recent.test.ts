import { expect, test } from "vitest";
import { Recent } from "../../../../src/emulator/base/recent.ts";

test("of more than 2,000 the oldest gives way", () => {
  const kept = new Recent<number, string>();
  for (let key = 0; key < 5_000; key++) kept.set(key, "x");
  expect([kept.size, kept.has(2_999), kept.has(3_000)]).toEqual([2_000, false, true]);
});
