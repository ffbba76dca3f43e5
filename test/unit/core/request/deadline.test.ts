import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sleep, startDeadline, startTimer } from "../../../../src/core/request/deadline.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

it("aborts an operation after the timeout", () => {
  using deadline = startDeadline("The authorization", 2000, [undefined]);
  vi.advanceTimersByTime(1999);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.reason).toMatchObject({ code: "timeout", retryable: true });
});

it("after the process was suspended, handles pending responses before timing out", () => {
  const late = performance.now() + 5000;
  using deadline = startDeadline("The authorization", 2000, []);
  using answered = startDeadline("The authorization", 2000, []);
  const now = vi.spyOn(performance, "now").mockReturnValue(late);
  vi.advanceTimersByTime(2000);
  expect([deadline.signal.aborted, answered.signal.aborted]).toEqual([false, false]);
  answered[Symbol.dispose]();
  vi.advanceTimersByTime(1);
  expect([deadline.signal.aborted, answered.signal.aborted]).toEqual([true, false]);
  expect(vi.getTimerCount()).toBe(0);
  now.mockRestore();
});

it("aborts if any of the signals is aborted, even before the start", () => {
  const stop = new AbortController();
  using deadline = startDeadline("Asking", undefined, [new AbortController().signal, stop.signal]);
  expect(deadline.signal.aborted).toBe(false);
  stop.abort();
  expect(deadline.signal.reason).toMatchObject({ type: 7, code: "aborted" });
  using late = startDeadline("Asking", undefined, [stop.signal]);
  expect(late.signal.aborted).toBe(true);
});

it("leaves no timer and no abort listener after disposal", () => {
  const stop = new AbortController();
  const added = vi.spyOn(stop.signal, "addEventListener");
  const removed = vi.spyOn(stop.signal, "removeEventListener");
  const deadline = startDeadline("Asking", 2000, [undefined, stop.signal]);
  deadline[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(0);
  expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1]);
  stop.abort();
  expect(deadline.signal.aborted).toBe(false);
});

describe("sleep", () => {
  it.each([undefined, new AbortController().signal])("resolves after its duration (%#)", async (signal) => {
    const ended = vi.fn();
    const sleeping = sleep(1000, "Waiting", signal).finally(ended);
    await vi.advanceTimersByTimeAsync(999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await sleeping;
    expect(ended).toHaveBeenCalledOnce();
  });

  it("rejects immediately if aborted and leaves no timer", async () => {
    const stop = new AbortController();
    const sleeping = sleep(1000, "Waiting", stop.signal);
    stop.abort();
    await expect(sleeping).rejects.toMatchObject({ type: 7, code: "aborted" });
    await expect(sleep(1000, "Waiting", stop.signal)).rejects.toMatchObject({ code: "aborted" });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("startTimer", () => {
  it.each([1, 1000, 2 ** 31 - 1, 2 ** 31, 10 * 2 ** 31])("fires once after %d ms", (ms) => {
    const end = vi.fn();
    startTimer(ms, end);
    vi.advanceTimersByTime(ms - 1);
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(end).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("never fires with an infinite duration and can be canceled at any time", () => {
    const end = vi.fn();
    const giveUp = startTimer(Infinity, end);
    vi.advanceTimersByTime(3 * 2 ** 31);
    giveUp();
    expect(vi.getTimerCount()).toBe(0);
    expect(end).not.toHaveBeenCalled();
  });
});
