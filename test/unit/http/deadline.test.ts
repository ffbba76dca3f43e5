import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClientError, ErrorType } from "../../../src/errors.ts";
import { startDeadline } from "../../../src/http/deadline.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  [1, "within 1 ms"],
  [499, "within 499 ms"],
  [999, "within 999 ms"],
  [1_000, "within 1 s"],
  [300_000, "within 300 s"],
])("A deadline of %d ms is named as such", (timeoutMs, words) => {
  using deadline = startDeadline("The authorization", timeoutMs, []);
  vi.advanceTimersByTime(timeoutMs);
  expect(deadline.signal.reason).toMatchObject({ code: "timeout", message: expect.stringContaining(words) });
});

it("A deadline ends for a reason of its own, and only once", () => {
  using deadline = startDeadline("The authorization", 1_000, []);
  const reason = new ClientError({ type: ErrorType.AuthorizationFailed, code: "mine", message: "mine" });
  deadline.end(reason);
  vi.advanceTimersByTime(1_000);
  expect(deadline.signal.reason).toBe(reason);
});
