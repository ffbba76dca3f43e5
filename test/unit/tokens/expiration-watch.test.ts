import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { ExpirationWatch } from "../../../src/tokens/expiration-watch.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

function watch(expiry: () => Promise<number>) {
  const callback = vi.fn();
  const fetchExpiry = vi.fn(expiry);
  const expiration = new ExpirationWatch(fetchExpiry);
  return { callback, fetchExpiry, expiration };
}

it("calls the callback once, a minute before expiry, for a token that outlives any timer", async () => {
  const { callback, fetchExpiry, expiration } = watch(() => Promise.resolve(start + 30 * day));
  expiration.setCallback(callback);
  expiration.watch("token");
  await vi.advanceTimersByTimeAsync(day);
  vi.setSystemTime(start + 30 * day - 62_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(callback).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(callback).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(day);
  expect(callback).toHaveBeenCalledTimes(1);
  expect(fetchExpiry).toHaveBeenCalledTimes(1);
});

it("detects an expiry during sleep within 30 seconds of waking", async () => {
  const { callback, expiration } = watch(() => Promise.resolve(start + day));
  expiration.setCallback(callback);
  expiration.watch("token");
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(start + 2 * day);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(callback).toHaveBeenCalledTimes(1);
});

it("keeps the expiry if the clock is set back", async () => {
  const { callback, expiration } = watch(() => Promise.resolve(start + day));
  expiration.setCallback(callback);
  expiration.watch("token");
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(start - day);
  await vi.advanceTimersByTimeAsync(day - 70_000);
  expect(callback).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(callback).toHaveBeenCalledTimes(1);
});

it("watches only the newest token", async () => {
  const { callback, expiration } = watch(() => Promise.resolve(Date.now() + day));
  expiration.setCallback(callback);
  expiration.watch("one");
  await vi.advanceTimersByTimeAsync(day / 2);
  expiration.watch("two");
  await vi.advanceTimersByTimeAsync(day / 2 + 60_000);
  expect(callback).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(day);
  expect(callback).toHaveBeenCalledTimes(1);
});

it("watches the current token when a callback is set later", async () => {
  const { callback, fetchExpiry, expiration } = watch(() => Promise.resolve(start + day));
  expiration.watch("token");
  await vi.advanceTimersByTimeAsync(day / 2);
  expect(fetchExpiry).not.toHaveBeenCalled();
  expiration.setCallback(callback);
  await vi.advanceTimersByTimeAsync(day);
  expect(callback).toHaveBeenCalledTimes(1);
});

it("treats a token that the service rejects as expired", async () => {
  const dead = new ClientError({ type: ErrorType.HTTPError, code: "http_error", message: "no", status: 401 });
  const { callback, expiration } = watch(() => Promise.reject(dead));
  expiration.setCallback(callback);
  expiration.watch("token");
  await vi.advanceTimersByTimeAsync(0);
  expect(callback).toHaveBeenCalledTimes(1);
});

it("retries if the service is unreachable", async () => {
  const offline = new ClientError({ type: ErrorType.NetworkError, code: "network_error", message: "no" });
  const { callback, fetchExpiry, expiration } = watch(() => Promise.reject(offline));
  expiration.setCallback(callback);
  expiration.watch("token");
  await vi.advanceTimersByTimeAsync(65_000);
  expect(fetchExpiry).toHaveBeenCalledTimes(3);
  fetchExpiry.mockResolvedValue(Date.now() + 61_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(callback).toHaveBeenCalledTimes(1);
});

it("calls no callback and leaves no timer after stop()", async () => {
  const { callback, expiration } = watch(() => Promise.resolve(start + day));
  expiration.setCallback(callback);
  expiration.watch("token");
  await vi.advanceTimersByTimeAsync(1_000);
  expiration.stop();
  await vi.advanceTimersByTimeAsync(2 * day);
  expect(callback).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
