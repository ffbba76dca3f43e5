import { CurrentUser } from "../../../src/tokens/player.ts";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PendingCalls } from "../../../src/client/context.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { orAborted } from "../../../src/core/request/abort.ts";
import type { Redactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";
import type { Backend } from "../../../src/tokens/backend.ts";
import { Session } from "../../../src/tokens/session.ts";
import { memoryTokenStore, type TokenStore } from "../../../src/store/token-store.ts";
import { TokenResult, formatRecord, parseRecord, tokenSetOf } from "../../../src/tokens/token-set.ts";

const hour = 3_600_000;
const account = "service/1";
const masked = new Set<string>();
const createSecrets = () =>
  new Secrets(
    () =>
      ({
        add: (secret: string) => void masked.add(secret),
        remove: (secret: string) => void masked.delete(secret),
        redact: (text: string) => text,
      }) as unknown as Redactor,
  );
const secrets = createSecrets();

/** A service that rotates refresh tokens: each works once, and reusing one invalidates all of them. */
class RotatingService {
  generation = 1;
  refreshes = 0;
  revoked: string[] = [];
  dead = false;
  silent = false;
  failure: Error | undefined;

  issue(): TokenResult {
    const name = String(this.generation);
    return new TokenResult({
      accessToken: `access-${name}`,
      refreshToken: `refresh-${name}`,
      expiresIn: 3600,
      scopes: "openid",
    });
  }

  readonly refreshToken: Backend["refreshToken"] = async ({ refreshToken }) => {
    this.refreshes++;
    await new Promise(setImmediate);
    if (this.failure) throw this.failure;
    if (this.dead || refreshToken !== `refresh-${this.generation}`) {
      this.dead = true;
      throw new ClientError({
        type: ErrorType.HTTPError,
        code: "invalid_grant",
        message: "dead",
        status: 400,
      });
    }
    this.generation++;
    return this.issue();
  };

  /** The numbers of the access tokens that the service accepts. */
  known = [1, 2, 3];
  requests: string[] = [];
  readonly fetchCurrentUser: Backend["fetchCurrentUser"] = async (token, signal) => {
    this.requests.push(token);
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    if (this.failure) throw this.failure;
    if (!this.known.includes(Number(token.replace("access-", "")))) throw refusal(401);
    return ada;
  };

  /** Never responds while `silent` is set. */
  readonly revokeToken: Backend["revokeToken"] = async ({ token }, signal) => {
    await (this.silent ? orAborted(new Promise(() => {}), "Revoking", signal) : Promise.resolve());
    if (this.failure) throw this.failure;
    this.revoked.push(token);
  };
}

const ada = new CurrentUser({ id: "1", username: "ada", globalName: "Ada" });
const refusal = (status: number) =>
  new ClientError({ type: ErrorType.HTTPError, code: "http_error", message: "refused", status });

const conflict = new ClientError({ type: ErrorType.Disabled, code: "store_conflict", message: "newer" });
let service: RotatingService;
let store: TokenStore;
const unavailable = new ClientError({
  type: ErrorType.NetworkError,
  code: "network_error",
  message: "offline",
  retryable: true,
});
const locked = new ClientError({ type: ErrorType.Disabled, code: "keychain_locked", message: "locked" });

/** Opens a session as another process would, with the same store and service. */
async function openSession(own = secrets): Promise<Session> {
  const tokens = await storedTokens();
  const session = new Session(tokens ?? tokenSetOf(service.issue(), "openid", Date.now()), {
    applicationId: "1",
    open: () => Promise.resolve({ backend: service as unknown as Backend }),
    calls: new PendingCalls(() => undefined),
    store,
    account,
    secrets: own,
    log: () => undefined,
    signedOut: () => Promise.resolve(),
    images: undefined,
  });
  if (!tokens) await session.keep();
  return session;
}

/** Opens a session whose access token has expired. */
async function openExpired(): Promise<Session> {
  const session = await openSession();
  vi.advanceTimersByTime(2 * hour);
  return session;
}

const storedTokens = async () => parseRecord((await store.get(account)) ?? "");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.UTC(2026, 0, 1) });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  service = new RotatingService();
  store = memoryTokenStore();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("Session.accessToken", () => {
  it("returns a fresh token without a request", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(0.8 * hour);
    expect(await session.accessToken()).toBe("access-1");
    expect(service.refreshes).toBe(0);
  });

  it("refreshes a token before it expires and stores the new one before returning it", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(0.86 * hour);
    const set = vi.spyOn(store, "set");
    expect(await session.accessToken()).toBe("access-2");
    expect(set).toHaveBeenCalledTimes(1);
    expect((await storedTokens())?.refreshToken).toBe("refresh-2");
  });

  it.each([
    [0, 0.89, 0.91],
    [0.999, 0.79, 0.81],
  ])("refreshes after a random fraction of the lifetime (random value %d)", async (chance, before, after) => {
    vi.mocked(Math.random).mockReturnValue(chance);
    const session = await openSession();
    vi.advanceTimersByTime(before * hour);
    expect(await session.accessToken()).toBe("access-1");
    vi.advanceTimersByTime((after - before) * hour);
    expect(await session.accessToken()).toBe("access-2");
  });

  it("refreshes only once for many callers", async () => {
    const session = await openExpired();
    const tokens = await Promise.all(Array.from({ length: 50 }, () => session.accessToken()));
    expect(new Set(tokens)).toEqual(new Set(["access-2"]));
    expect(service.refreshes).toBe(1);
  });

  it("refreshes only once for several sessions on one store", async () => {
    const sessions = await Promise.all([openSession(), openSession(), openSession()]);
    vi.advanceTimersByTime(2 * hour);
    const tokens = await Promise.all(sessions.map((session) => session.accessToken()));
    expect(tokens).toEqual(["access-2", "access-2", "access-2"]);
    expect(service.refreshes).toBe(1);
  });

  it("lets a caller stop waiting without affecting the others", async () => {
    const session = await openExpired();
    const abort = new AbortController();
    const impatient = session.accessToken({ signal: abort.signal });
    const pending = session.accessToken();
    abort.abort();
    await expect(impatient).rejects.toMatchObject({ type: 7, code: "aborted" });
    expect(await pending).toBe("access-2");
  });

  it("returns the old token until it expires if an early refresh fails", async () => {
    const session = await openSession();
    service.failure = unavailable;
    vi.advanceTimersByTime(0.9 * hour);
    expect(await session.accessToken()).toBe("access-1");
    vi.advanceTimersByTime(0.2 * hour);
    await expect(session.accessToken()).rejects.toBe(unavailable);
    service.failure = undefined;
    expect(await session.accessToken()).toBe("access-2");
  });

  it("refreshes a token that the service rejected, but only once for all callers", async () => {
    const session = await openSession();
    const rejected = await session.accessToken();
    const plain = session.accessToken();
    const others = [session.accessToken({ rejected }), session.accessToken({ rejected })];
    expect(await Promise.all([plain, ...others])).toEqual(["access-2", "access-2", "access-2"]);
    expect(await session.accessToken({ rejected })).toBe("access-2");
    expect(service.refreshes).toBe(1);
  });

  it("stops if the service issues the rejected token again", async () => {
    const session = await openSession();
    vi.spyOn(service, "issue").mockReturnValue(
      new TokenResult({ accessToken: "access-1", refreshToken: "refresh-2", expiresIn: 3600, scopes: "" }),
    );
    await session.accessToken({ rejected: "access-1" }).catch(() => undefined);
    expect(service.refreshes).toBeLessThanOrEqual(2);
  });

  it("does not return a rejected token if the refresh fails", async () => {
    const session = await openSession();
    service.failure = unavailable;
    await expect(session.accessToken({ rejected: "access-1" })).rejects.toBe(unavailable);
    await expect(session.accessToken()).rejects.toBe(unavailable);
  });
});

describe("Session.user", () => {
  it("uses a new token if the old one expired or was rejected", async () => {
    const session = await openExpired();
    expect(await session.user()).toEqual(ada);
    service.known = [3];
    expect(await session.user()).toEqual(ada);
    expect(service.requests).toEqual(["access-2", "access-2", "access-3"]);
  });

  it("rejects if the service rejects the token twice or fails", async () => {
    const session = await openSession();
    service.known = [];
    await expect(session.user()).rejects.toMatchObject({ status: 401 });
    service.failure = refusal(500);
    await expect(session.user()).rejects.toMatchObject({ status: 500 });
    expect(service.requests).toHaveLength(3);
  });

  it("does not retry if the token lacks the scope", async () => {
    const session = await openSession();
    service.failure = new ClientError({
      type: ErrorType.HTTPError,
      code: "missing_scope",
      message: "Missing scope",
      status: 401,
    });
    await expect(session.user()).rejects.toMatchObject({ code: "missing_scope" });
    expect(service.requests).toHaveLength(1);
    expect(service.refreshes).toBe(0);
  });
});

describe("another process's refresh", () => {
  it("invalidates the old tokens, so the next call loads the new ones", async () => {
    const [one, second] = [await openSession(), await openSession()];
    vi.advanceTimersByTime(0.86 * hour);
    vi.mocked(Math.random).mockReturnValue(0);
    await second.accessToken();
    expect(await one.accessToken()).toBe("access-2");
    expect(service.refreshes).toBe(1);
  });

  it("is not detected while the store is unreadable, and reading is retried once a minute", async () => {
    const session = await openSession();
    const get = vi.spyOn(store, "get").mockRejectedValue(locked);
    expect(await session.accessToken()).toBe("access-1");
    expect(await session.accessToken()).toBe("access-1");
    expect(get).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(61_000);
    expect(await session.accessToken()).toBe("access-1");
    expect(get).toHaveBeenCalledTimes(2);
  });
});

describe("invalid refresh token", () => {
  const ended = {
    type: 8,
    code: "session_ended",
    hint: expect.stringContaining("Call signIn again.") as unknown,
  };

  it("ends the session and is removed from the store", async () => {
    const session = await openExpired();
    service.dead = true;
    await expect(session.accessToken()).rejects.toMatchObject(ended);
    expect(await store.get(account)).toBeUndefined();
    await expect(session.accessToken()).rejects.toMatchObject(ended);
    expect(service.refreshes).toBe(1);
  });

  it("is not removed if a newer one has been stored without the lock", async () => {
    const session = await openExpired();
    const newer = tokenSetOf(
      new TokenResult({ accessToken: "newer", refreshToken: "newer-r", expiresIn: 3600, scopes: "" }),
      "openid",
      Date.now(),
    );
    service.dead = true;
    const get = store.get.bind(store);
    let reads = 0;
    vi.spyOn(store, "get").mockImplementation(async (name) => {
      if (++reads === 3) await store.set(account, formatRecord(newer));
      return get(name);
    });
    expect(await session.accessToken()).toBe("newer");
    expect(parseRecord((await get(account)) ?? "")?.refreshToken).toBe("newer-r");
  });

  it("ends the session if the service never issued a refresh token", async () => {
    vi.spyOn(service, "issue").mockReturnValue(
      new TokenResult({ accessToken: "a", refreshToken: undefined, expiresIn: 60, scopes: "" }),
    );
    const session = await openExpired();
    await expect(session.accessToken()).rejects.toMatchObject(ended);
  });

  it("is not inferred from other refusals, so the tokens remain stored", async () => {
    const session = await openExpired();
    service.failure = new ClientError({ type: ErrorType.HTTPError, code: "invalid_client", message: "no" });
    await expect(session.accessToken()).rejects.toMatchObject({ code: "invalid_client" });
    expect(await store.get(account)).toBeDefined();
  });
});

describe("failing store", () => {
  it("loses no refreshed token while the process is running and is retried after a minute", async () => {
    const session = await openExpired();
    const set = vi.spyOn(store, "set").mockRejectedValue(locked);
    expect(await session.accessToken()).toBe("access-2");
    expect(session.storeError).toBe(locked);
    expect(await session.accessToken()).toBe("access-2");
    expect(set).toHaveBeenCalledTimes(1);
    set.mockRestore();
    vi.advanceTimersByTime(61_000);
    expect(await session.accessToken()).toBe("access-2");
    expect(session.storeError).toBeUndefined();
    expect((await storedTokens())?.accessToken).toBe("access-2");
  });

  it("blocks a refresh because the stored token may be newer", async () => {
    const session = await openExpired();
    vi.spyOn(store, "get").mockRejectedValue(locked);
    await expect(session.accessToken()).rejects.toBe(locked);
    expect(service.refreshes).toBe(0);
  });

  it("returns newer tokens that were stored in the meantime and does not end the session", async () => {
    const session = await openExpired();
    const set = store.set.bind(store);
    vi.spyOn(store, "set").mockImplementationOnce(async () => {
      const newer = new TokenResult({ accessToken: "access-9", expiresIn: 3600, scopes: "openid" });
      await set(account, formatRecord(tokenSetOf(newer, "openid", Date.now())));
      throw conflict;
    });
    expect(await session.accessToken()).toBe("access-9");
    expect([session.storeError, service.refreshes]).toEqual([undefined, 1]);
  });

  it("does not end the session if its newer tokens cannot be read", async () => {
    const session = await openExpired();
    vi.spyOn(store, "set").mockImplementationOnce(async () => {
      vi.spyOn(store, "get").mockRejectedValueOnce(locked);
      throw conflict;
    });
    expect(await session.accessToken()).toBe("access-2");
    expect(session.storeError).toBe(locked);
  });

  it("reveals nothing about the record, even with a custom store", async () => {
    vi.spyOn(store, "set").mockImplementation((_, record) => Promise.reject(new Error(record)));
    const session = await openSession();
    expect(session.storeError).toMatchObject({ type: 4, code: "store_failed" });
    expect(inspect(session.storeError)).not.toContain("access-1");
  });
});

describe("Session.end", () => {
  it("redacts tokens stored by another process and frees space for other secrets", async () => {
    const own = createSecrets();
    const [one, second] = [await openSession(own), await openSession(createSecrets())];
    await second.accessToken({ rejected: await second.accessToken() });
    masked.clear();
    await one.end();
    expect(service.revoked).toEqual(["refresh-2"]);
    expect(masked).toEqual(new Set(["access-2", "refresh-2"]));
    for (let index = 0; index < 64; index++) own.replaceTokens({ accessToken: `other-${1000 + index}` });
    expect(masked).toEqual(new Set());
  });

  it("revokes the refresh token and deletes the record", async () => {
    const session = await openSession();
    expect(await session.end()).toEqual({});
    expect(service.revoked).toEqual(["refresh-1"]);
    expect(await store.get(account)).toBeUndefined();
    await expect(session.accessToken()).rejects.toMatchObject({ code: "session_ended" });
  });

  it("deletes the record and reports the error if the revocation fails", async () => {
    const session = await openSession();
    service.failure = unavailable;
    expect(await session.end()).toEqual({ revocationError: unavailable });
    expect(await store.get(account)).toBeUndefined();
  });

  it("deletes the record immediately if the caller aborts the revocation", async () => {
    const session = await openSession();
    const caller = new AbortController();
    service.silent = true;
    const ended = session.end(caller.signal);
    caller.abort(unavailable);
    expect(await ended).toEqual({ revocationError: unavailable });
    expect(await store.get(account)).toBeUndefined();
  });

  it("revokes the token and reports the error if the store cannot delete the record", async () => {
    const session = await openSession();
    vi.spyOn(store, "delete").mockRejectedValue(locked);
    expect(await session.end()).toEqual({ storeError: locked });
    expect(service.revoked).toEqual(["refresh-1"]);
  });

  it("revokes the newest token even if the store has only an older one", async () => {
    const session = await openExpired();
    vi.spyOn(store, "set").mockRejectedValue(locked);
    await session.accessToken();
    await session.end();
    expect(service.revoked).toEqual(["refresh-2"]);
  });

  it("revokes the token and deletes the record even if the lock is unavailable", async () => {
    const session = await openSession();
    vi.spyOn(store, "exclusively").mockRejectedValue(locked);
    expect(await session.end()).toEqual({});
    expect(service.revoked).toEqual(["refresh-1"]);
  });

  it("waits for a pending refresh and revokes its token", async () => {
    const session = await openExpired();
    const token = session.accessToken().catch(() => undefined);
    while (service.refreshes === 0) await Promise.resolve();
    await session.end();
    await token;
    expect(service.revoked).toEqual(["refresh-2"]);
    expect(await store.get(account)).toBeUndefined();
  });

  it("ends another process's session", async () => {
    const [one, second] = [await openSession(), await openSession()];
    await one.end();
    await expect(second.accessToken()).rejects.toMatchObject({ code: "session_ended" });
    expect(service.refreshes).toBe(0);
  });
});

it("hides tokens when printed", async () => {
  const session = await openSession();
  const printed = inspect(session, { depth: 9, showHidden: true }) + JSON.stringify(session);
  expect(printed).not.toMatch(/access-1|refresh-1/);
  expect(inspect(session)).toMatch(
    /^Session \{\n? +accessToken: \[hidden\],\n? +refreshToken: \[hidden\],\n? +scopes: /,
  );
  expect(Object.keys(session.toJSON())).toEqual(["scopes", "expiresAt"]);
});

describe("Session.endIfReused", () => {
  const reused = new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "start_link_reused",
    message: "opened twice",
  });

  it("ends the session immediately and rejects with the reason if the signal is already aborted", async () => {
    const session = await openSession();
    await expect(session.endIfReused(AbortSignal.abort(reused))).rejects.toBe(reused);
    expect(service.revoked).toEqual(["refresh-1"]);
    expect(await store.get(account)).toBeUndefined();
    await expect(session.accessToken()).rejects.toBe(reused);
  });

  it("ends the session on a later abort and rejects a pending refresh", async () => {
    const session = await openSession();
    const link = new AbortController();
    await session.endIfReused(link.signal);
    expect(await session.accessToken()).toBe("access-1");
    vi.advanceTimersByTime(hour);
    const waiting = session.accessToken();
    while (service.refreshes === 0) await Promise.resolve();
    link.abort(reused);
    await expect(waiting).rejects.toBe(reused);
    await expect.poll(() => service.revoked).toEqual(["refresh-2"]);
    await expect.poll(() => store.get(account)).toBeUndefined();
  });

  it("does not end a session twice", async () => {
    const session = await openSession();
    const link = new AbortController();
    await session.endIfReused(link.signal);
    await session.end();
    link.abort(reused);
    await expect(session.accessToken()).rejects.toMatchObject({ code: "session_ended" });
    expect(service.revoked).toHaveLength(1);
  });

  it("returns no token even if revocation and deletion fail", async () => {
    const session = await openSession();
    service.failure = unavailable;
    vi.spyOn(store, "delete").mockRejectedValue(locked);
    await expect(session.endIfReused(AbortSignal.abort(reused))).rejects.toBe(reused);
    await expect(session.accessToken()).rejects.toBe(reused);
  });
});

describe("minimumValiditySeconds", () => {
  it("returns the current token if it is valid long enough", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(hour / 2);
    expect(await session.accessToken({ minimumValiditySeconds: 1800 })).toBe("access-1");
    expect(service.refreshes).toBe(0);
  });

  it("refreshes a token that expires too soon, but only once for all callers", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(hour / 2);
    const requests = [1801, 1900, 3600].map((minimumValiditySeconds) =>
      session.accessToken({ minimumValiditySeconds }),
    );
    expect(new Set(await Promise.all(requests))).toEqual(new Set(["access-2"]));
    expect(service.refreshes).toBe(1);
    expect((await storedTokens())?.accessToken).toBe("access-2");
  });

  it("rejects if the refresh fails but keeps the old token for other calls", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(hour / 2);
    service.failure = unavailable;
    await expect(session.accessToken({ minimumValiditySeconds: 3000 })).rejects.toBe(unavailable);
    expect(await session.accessToken()).toBe("access-1");
  });

  it("rejects without a request if the value exceeds the token's lifetime or the session cannot refresh", async () => {
    const session = await openSession();
    const refused = { code: "invalid_argument", type: 6 };
    await expect(session.accessToken({ minimumValiditySeconds: 3601 })).rejects.toMatchObject(refused);
    await store.delete(account);
    vi.spyOn(service, "issue").mockReturnValue(
      new TokenResult({ accessToken: "guest", refreshToken: undefined, expiresIn: 3600, scopes: "" }),
    );
    const guest = await openSession();
    vi.advanceTimersByTime(hour / 2);
    await expect(guest.accessToken({ minimumValiditySeconds: 3000 })).rejects.toMatchObject(refused);
    expect(await guest.accessToken()).toBe("guest");
    expect(service.refreshes).toBe(0);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "60"])("rejects %s seconds", async (seconds) => {
    const session = await openSession();
    await expect(session.accessToken({ minimumValiditySeconds: seconds as number })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

describe("session events", () => {
  const listen = (session: Session) => {
    const received: unknown[] = [];
    session.addEventListener("renewed", ({ expiresAt }) => received.push(expiresAt));
    session.addEventListener("ended", ({ reason }) => received.push(reason?.code ?? "signed out"));
    return received;
  };

  it("report a refresh once, after the new token is stored and before it is returned", async () => {
    const session = await openSession();
    const received = listen(session);
    let stored: string | undefined;
    session.addEventListener("renewed", async () => {
      stored = (await storedTokens())?.accessToken;
    });
    vi.advanceTimersByTime(0.9 * hour);
    await Promise.all([session.accessToken(), session.accessToken()]);
    await session.accessToken();
    expect(received).toEqual([new Date(Date.now() + hour)]);
    expect(stored).toBe("access-2");
  });

  it("report the session's end once, with the reason", async () => {
    const session = await openSession();
    const received = listen(session);
    service.dead = true;
    vi.advanceTimersByTime(2 * hour);
    await expect(session.accessToken()).rejects.toMatchObject({ code: "session_ended" });
    await session.end();
    expect(received).toEqual(["session_ended"]);
  });
});

it("after disposal, returns no token but completes a pending refresh and keeps its record in the store", async () => {
  const session = await openSession();
  vi.advanceTimersByTime(0.9 * hour);
  const waiting = session.accessToken();
  while (service.refreshes === 0) await Promise.resolve();
  await session[Symbol.asyncDispose]();
  expect(await waiting).toBe("access-2");
  await expect(session.accessToken()).rejects.toMatchObject({ code: "client_closed", type: 5 });
  expect((await storedTokens())?.accessToken).toBe("access-2");
  expect(service.revoked).toEqual([]);
  expect(await (await openSession()).accessToken()).toBe("access-2");
});
