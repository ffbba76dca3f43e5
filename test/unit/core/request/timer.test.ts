import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startTimer } from "../../../../src/core/request/deadline.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

it.each([1, 1000, 2 ** 31 - 1, 2 ** 31, 10 * 2 ** 31])("fires once after %d ms", (ms) => {
  const end = vi.fn();
  startTimer(ms, end);
  vi.advanceTimersByTime(ms - 1);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it("never fires with an infinite duration, and can be canceled at any time", () => {
  const end = vi.fn();
  const giveUp = startTimer(Infinity, end);
  vi.advanceTimersByTime(3 * 2 ** 31);
  giveUp();
  expect(vi.getTimerCount()).toBe(0);
  expect(end).not.toHaveBeenCalled();
});
