import { expect, test, afterEach, vi, describe } from "vitest";
import { pushRecent, Recent, Listeners, createSnowflake } from "../../../../src/emulator/base/recent.ts";

test("removes the oldest entries if there are more than 2,000", () => {
  const stored = new Recent<number, string>();
  for (let key = 0; key < 5_000; key++) stored.set(key, "x");
  expect([stored.size, stored.has(2_999), stored.has(3_000)]).toEqual([2_000, false, true]);
});

test("removes the oldest list items if there are more than 100", () => {
  const items: number[] = [];
  for (let item = 0; item < 150; item++) pushRecent(items, item);
  expect([items.length, items[0], items.at(-1)]).toEqual([100, 50, 149]);
});

test("calls each listener until it is removed", () => {
  const listeners = new Listeners<number>();
  const [first, second]: [number[], number[]] = [[], []];
  const stop = listeners.listen((one) => first.push(one));
  listeners.listen((one) => second.push(one));
  listeners.emit(1);
  stop();
  listeners.emit(2);
  expect([first, second]).toEqual([[1], [1, 2]]);
});

describe("createSnowflake", () => {
  afterEach(() => void vi.useRealTimers());

  test("increases even within a millisecond and after the clock is set back", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
    const ids = Array.from({ length: 100 }, () => BigInt(createSnowflake(Date.now())));
    vi.setSystemTime(Date.UTC(2025, 0, 1));
    ids.push(BigInt(createSnowflake(Date.now())));
    for (const [index, id] of ids.slice(1).entries()) expect(id).toBeGreaterThan(ids[index] ?? id);
  });

  test("contains its creation time", () => {
    // Later than the ids in other tests, because a process's ids only increase.
    const now = Date.UTC(2040, 0, 1);
    vi.useFakeTimers({ toFake: ["Date"], now });
    expect(Number(BigInt(createSnowflake(Date.now())) >> 22n) + Date.UTC(2015, 0, 1)).toBe(now);
  });
});
