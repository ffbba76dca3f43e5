import { expect, test } from "vitest";
import { pushRecent, Recent } from "../../../../src/emulator/base/recent.ts";

test("removes the oldest of more than 2,000 entries", () => {
  const kept = new Recent<number, string>();
  for (let key = 0; key < 5_000; key++) kept.set(key, "x");
  expect([kept.size, kept.has(2_999), kept.has(3_000)]).toEqual([2_000, false, true]);
});

test("removes the oldest of more than 100 items of a list", () => {
  const items: number[] = [];
  for (let item = 0; item < 150; item++) pushRecent(items, item);
  expect([items.length, items[0], items.at(-1)]).toEqual([100, 50, 149]);
});
