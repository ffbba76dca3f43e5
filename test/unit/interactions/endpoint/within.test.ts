import { expect, test, vi } from "vitest";
import { tooSlow, within } from "../../../../src/interactions/endpoint/incoming.ts";

test("what is there in time is given on, also a failure", async () => {
  expect(await within(1000, 5)).toBe(5);
  expect(await within(1000, Promise.resolve(5))).toBe(5);
  await expect(within(1000, Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("what is not there in time is too slow, and no timer stays", async () => {
  // What an earlier file of the process left, as a server that closes, may be set to run meanwhile: that is none of ours.
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
