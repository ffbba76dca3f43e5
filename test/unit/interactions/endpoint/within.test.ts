import { expect, test, vi } from "vitest";
import { tooSlow, within } from "../../../../src/interactions/endpoint/incoming.ts";

test("passes on a result or an error that is in time", async () => {
  expect(await within(1000, 5)).toBe(5);
  expect(await within(1000, Promise.resolve(5))).toBe(5);
  await expect(within(1000, Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("returns `tooSlow` after the timeout, and leaves no timer", async () => {
  // With fake timers, timers that an earlier file of this process left do not count.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const slow = within(1000, new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await slow).toBe(tooSlow);
    await within(1000, 5);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
