import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { underLock } from "../../../src/store/lock-wait.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

it("times out after waiting two minutes for a lock, also without a signal", async () => {
  const store = memoryTokenStore();
  void store.exclusively("a", () => new Promise<never>(() => undefined));
  const waiting = store.exclusively("a", () => Promise.resolve("done"));
  const ended = vi.fn();
  waiting.catch(ended);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await expect(waiting).rejects.toMatchObject({ code: "timeout", retryable: true });
});

it("does not limit the time of work that holds the lock", async () => {
  const working = memoryTokenStore().exclusively("a", async () => {
    await new Promise((resolve) => setTimeout(resolve, 600_000));
    return "done";
  });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await working).toBe("done");
  expect(vi.getTimerCount()).toBe(0);
});

it("stops waiting when the signal is aborted, and passes on the work's own error", async () => {
  const stop = new AbortController();
  const store = memoryTokenStore();
  void store.exclusively("a", () => new Promise<never>(() => undefined));
  const waiting = store.exclusively("a", () => Promise.resolve("done"), stop.signal);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  await expect(
    underLock(
      (work) => work(),
      () => Promise.reject(new Error("on purpose")),
      undefined,
    ),
  ).rejects.toThrow("on purpose");
  await expect(
    underLock(
      () => Promise.reject(new Error("no lock")),
      () => Promise.resolve(),
      undefined,
    ),
  ).rejects.toThrow("no lock");
});
