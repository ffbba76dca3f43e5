import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startDeadline } from "../../../../src/core/request/deadline.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

it("The clock ends an operation", () => {
  using deadline = startDeadline("The authorization", 2000, [undefined]);
  vi.advanceTimersByTime(1999);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.reason).toMatchObject({ code: "timeout", retryable: true });
});

it("Where the process stood still, what has come meanwhile is read before the time is over", () => {
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
])("The error after %d ms says %j", (timeoutMs, said) => {
  using deadline = startDeadline("The authorization", timeoutMs, []);
  vi.advanceTimersByTime(timeoutMs);
  expect((deadline.signal.reason as Error).message).toContain(said);
});

it("Each signal ends it at once, also one that was aborted before", () => {
  const stop = new AbortController();
  using deadline = startDeadline("Asking", undefined, [new AbortController().signal, stop.signal]);
  expect(deadline.signal.aborted).toBe(false);
  stop.abort();
  expect(deadline.signal.reason).toMatchObject({ type: 7, code: "aborted" });
  using late = startDeadline("Asking", undefined, [stop.signal]);
  expect(late.signal.aborted).toBe(true);
});

it("After its end nothing is left: no timer, and no listener at a signal that lives on", () => {
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
