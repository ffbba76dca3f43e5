import { afterEach, expect, test, vi } from "vitest";
import { createSnowflake } from "../../../../src/emulator/base/recent.ts";

afterEach(() => void vi.useRealTimers());

test("increases within a millisecond and if the clock is set back", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
  const ids = Array.from({ length: 100 }, () => BigInt(createSnowflake(Date.now())));
  vi.setSystemTime(Date.UTC(2025, 0, 1));
  ids.push(BigInt(createSnowflake(Date.now())));
  for (const [index, id] of ids.slice(1).entries()) expect(id).toBeGreaterThan(ids[index] ?? id);
});

test("contains the time of its creation", () => {
  // Later than the ids of other tests, since ids of a process only increase.
  const now = Date.UTC(2040, 0, 1);
  vi.useFakeTimers({ toFake: ["Date"], now });
  expect(Number(BigInt(createSnowflake(Date.now())) >> 22n) + Date.UTC(2015, 0, 1)).toBe(now);
});
