import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Clock, startStopwatch } from "../../../../src/emulator/base/clock.ts";

const start = Date.UTC(2026, 0, 1);
let clock: Clock;
beforeEach(() => {
  vi.useFakeTimers({ now: start });
  clock = new Clock();
});
afterEach(() => void vi.useRealTimers());

describe("Clock", () => {
  it("is ahead of the machine's clock by the amount it was advanced", () => {
    expect([clock.now(), clock.aheadMs]).toEqual([start, 0]);
    vi.setSystemTime(start + 500);
    clock.advance(1_000);
    clock.advance(60_000);
    expect([clock.now(), clock.aheadMs]).toEqual([start + 61_500, 61_000]);
  });

  it("returns the skewed time in a callback and its asynchronous work", async () => {
    clock.advance(1_000);
    const later = await clock.skewed(-5_000, async () => {
      await Promise.resolve();
      return clock.now();
    });
    expect([later, clock.now()]).toEqual([start - 4_000, start + 1_000]);
  });
});

describe("scheduled work", () => {
  it("runs on time according to the machine's clock", () => {
    const done = vi.fn<() => void>();
    clock.after(100, done);
    vi.advanceTimersByTime(99);
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(done).toHaveBeenCalledOnce();
    clock.advance(1_000);
    expect(done).toHaveBeenCalledOnce();
  });

  it("runs in order of due time when the clock is advanced", () => {
    const order: string[] = [];
    clock.after(300, () => order.push("third"));
    clock.after(200, () => order.push("second"));
    clock.skewed(10_000, () => clock.after(100, () => order.push("first")));
    clock.advance(250);
    expect(order).toEqual(["first", "second"]);
    vi.advanceTimersByTime(49);
    expect(order).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(order).toEqual(["first", "second", "third"]);
  });

  it("does not run after it is canceled, even by earlier work", () => {
    const done = vi.fn<() => void>();
    const giveUp = clock.after(200, done);
    clock.after(100, giveUp);
    clock.advance(1_000);
    vi.advanceTimersByTime(1_000);
    expect(done).not.toHaveBeenCalled();
  });

  it("can be scheduled beyond a timer's maximum delay", () => {
    const days = 86_400_000;
    const happened: number[] = [];
    clock.after(60 * days, () => happened.push(clock.now()));
    vi.advanceTimersByTime(60 * days - 1);
    expect(happened).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(happened).toEqual([start + 60 * days]);
  });

  it("includes waits, which end when the clock is advanced", async () => {
    const waiting = clock.wait(3_600_000);
    clock.advance(3_600_000);
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("measures machine time regardless of the clock's offset", () => {
  const elapsed = startStopwatch();
  clock.advance(3_600_000);
  vi.advanceTimersByTime(250);
  expect(elapsed()).toBe(250);
});
