import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startDeadline } from "../../../../src/core/request/deadline.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

it("aborts an operation after the timeout", () => {
  using deadline = startDeadline("The authorization", 2000, [undefined]);
  vi.advanceTimersByTime(1999);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.reason).toMatchObject({ code: "timeout", retryable: true });
});

it("handles pending responses before the timeout if the process was suspended", () => {
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

it.each([
  [500, "within 500 ms"],
  [1000, "within 1 s."],
  [1500, "within 1.5 s."],
  [300_000, "within 300 s"],
])("reports a timeout of %d ms as %j", (timeoutMs, said) => {
  using deadline = startDeadline("The authorization", timeoutMs, []);
  vi.advanceTimersByTime(timeoutMs);
  expect((deadline.signal.reason as Error).message).toContain(said);
});

it("aborts with each signal, including one that is already aborted", () => {
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
