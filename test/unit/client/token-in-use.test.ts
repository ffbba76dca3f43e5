import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { ExpirationWatch, TokenInUse } from "../../../src/client/token-in-use.ts";
import type { Session } from "../../../src/tokens/session.ts";

describe("TokenInUse", () => {
  const permissions = "applications.commands.permissions.update";
  let inUse: TokenInUse;
  afterEach(() => inUse.drop());

  function start(): TokenInUse {
    inUse = new TokenInUse(() => Promise.resolve(Date.now() + 3_600_000));
    return inUse;
  }

  function sessionWith(scopes: string) {
    const accessToken = vi.fn(() => Promise.resolve("of the session"));
    return { session: { scopes, accessToken } as unknown as Session, accessToken };
  }

  it("rejects with `not_signed_in` if there is no token", async () => {
    expect(start().isPresent).toBe(false);
    await expect(inUse.token({ rejected: undefined, scope: permissions })).rejects.toMatchObject({
      type: 3,
      code: "not_signed_in",
    });
  });

  it.each(["", `identify ${permissions}`])(
    "refreshes the token of a session that has the scopes %j",
    async (scopes) => {
      const { session, accessToken } = sessionWith(scopes);
      start().useSession(session);
      expect(await inUse.token({ rejected: "refused", scope: permissions })).toBe("of the session");
      expect(accessToken.mock.calls).toEqual([[{ rejected: "refused" }]]);
    },
  );

  it("does not use a session without the required scope", async () => {
    const { session, accessToken } = sessionWith("openid identify");
    start().useSession(session);
    await expect(inUse.token({ rejected: undefined, scope: permissions })).rejects.toMatchObject({
      type: 6,
      code: "missing_scope",
    });
    expect(accessToken).not.toHaveBeenCalled();
    expect(await inUse.token({ rejected: undefined, scope: "identify" })).toBe("of the session");
  });

  it("prefers a bare token to the session and signs out both", async () => {
    const { session } = sessionWith("");
    start().useSession(session);
    inUse.useToken("bare");
    expect(await inUse.token({ rejected: undefined, scope: permissions })).toBe("bare");
    expect(inUse.take()).toEqual({ session, token: "bare" });
    expect(inUse.isPresent).toBe(false);
  });

  it("signs out a guest's bare token", () => {
    start().useToken("bare");
    expect(inUse.take()).toEqual({ session: undefined, token: "bare" });
    expect([inUse.isPresent, inUse.take()]).toEqual([false, { session: undefined, token: undefined }]);
  });
});

describe("ExpirationWatch", () => {
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

  /** Watches a token that expires as returned by `expiry`. */
  function begin(expiry: () => Promise<number>) {
    const watching = watch(expiry);
    watching.expiration.setCallback(watching.callback);
    watching.expiration.watch("token");
    return watching;
  }

  it("calls the callback once, a minute before expiry, even if the lifetime exceeds the maximum timer delay", async () => {
    const { callback, fetchExpiry } = begin(() => Promise.resolve(start + 30 * day));
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

  it("detects within 30 seconds of waking that a token expired during sleep", async () => {
    const { callback } = begin(() => Promise.resolve(start + day));
    await vi.advanceTimersByTimeAsync(1_000);
    vi.setSystemTime(start + 2 * day);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it("keeps the expiry if the clock is set back", async () => {
    const { callback } = begin(() => Promise.resolve(start + day));
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

  it("watches the current token if a callback is set later", async () => {
    const { callback, fetchExpiry, expiration } = watch(() => Promise.resolve(start + day));
    expiration.watch("token");
    await vi.advanceTimersByTimeAsync(day / 2);
    expect(fetchExpiry).not.toHaveBeenCalled();
    expiration.setCallback(callback);
    await vi.advanceTimersByTimeAsync(day);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it("treats a token that the service rejects as expired", async () => {
    const dead = new ClientError({
      type: ErrorType.HTTPError,
      code: "http_error",
      message: "no",
      status: 401,
    });
    const { callback } = begin(() => Promise.reject(dead));
    await vi.advanceTimersByTimeAsync(0);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it("retries if the service is unreachable", async () => {
    const offline = new ClientError({ type: ErrorType.NetworkError, code: "network_error", message: "no" });
    const { callback, fetchExpiry } = begin(() => Promise.reject(offline));
    await vi.advanceTimersByTimeAsync(65_000);
    expect(fetchExpiry).toHaveBeenCalledTimes(3);
    fetchExpiry.mockResolvedValue(Date.now() + 61_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it("does not call the callback after stop() and leaves no timer", async () => {
    const { callback, expiration } = begin(() => Promise.resolve(start + day));
    await vi.advanceTimersByTimeAsync(1_000);
    expiration.stop();
    await vi.advanceTimersByTimeAsync(2 * day);
    expect(callback).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
