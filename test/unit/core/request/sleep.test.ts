import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sleep } from "../../../../src/core/request/deadline.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

it.each([undefined, new AbortController().signal])("resolves after its duration (%#)", async (signal) => {
  const ended = vi.fn();
  const sleeping = sleep(1000, "Waiting", signal).finally(ended);
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await sleeping;
  expect(ended).toHaveBeenCalledOnce();
});

it("rejects immediately if it is aborted and leaves no timer", async () => {
  const stop = new AbortController();
  const sleeping = sleep(1000, "Waiting", stop.signal);
  stop.abort();
  await expect(sleeping).rejects.toMatchObject({ type: 7, code: "aborted" });
  await expect(sleep(1000, "Waiting", stop.signal)).rejects.toMatchObject({ code: "aborted" });
  expect(vi.getTimerCount()).toBe(0);
});
