import { CurrentUser } from "../../../src/tokens/player.ts";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PendingCalls } from "../../../src/client/pending-calls.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { orAborted } from "../../../src/core/request/abort.ts";
import type { Redactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";
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

/** A service that rotates: each refresh token works once, and using one twice ends them all. */
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

  readonly refresh = async (token: string): Promise<TokenResult> => {
    this.refreshes++;
    await new Promise(setImmediate);
    if (this.failure) throw this.failure;
    if (this.dead || token !== `refresh-${this.generation}`) {
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

  /** Knows who holds a token of these generations. */
  known = [1, 2, 3];
  asked: string[] = [];
  readonly fetchUser = async (token: string, signal: AbortSignal) => {
    this.asked.push(token);
    await new Promise(setImmediate);
    signal.throwIfAborted();
    if (this.failure) throw this.failure;
    if (!this.known.includes(Number(token.replace("access-", "")))) throw refusal(401);
    return ada;
  };

  /** Does not answer while it is silent. */
  readonly revoke = async (token: string, signal: AbortSignal | undefined): Promise<void> => {
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

/** A session as another process would have it: same store, same service. */
async function openSession(own = secrets): Promise<Session> {
  const record = await store.get(account);
  const tokens = record ? parseRecord(record) : undefined;
  const session = new Session(tokens ?? tokenSetOf(service.issue(), "openid", Date.now()), {
    life: new PendingCalls(() => undefined),
    store,
    account,
    secrets: own,
    log: () => undefined,
    refresh: ({ refreshToken }) => service.refresh(refreshToken),
    revoke: service.revoke,
    fetchUser: service.fetchUser,
    signedOut: () => Promise.resolve(),
    images: undefined,
  });
  if (!tokens) await session.keep();
  return session;
}

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

describe("An access token", () => {
  it("is given without asking the service while it is fresh", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(0.8 * hour);
    expect(await session.accessToken()).toBe("access-1");
    expect(service.refreshes).toBe(0);
  });

  it("is refreshed ahead of its end, kept, and only then given", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(0.86 * hour);
    const set = vi.spyOn(store, "set");
    expect(await session.accessToken()).toBe("access-2");
    expect(set).toHaveBeenCalledTimes(1);
    expect(parseRecord((await store.get(account)) ?? "")?.refreshToken).toBe("refresh-2");
  });

  it.each([
    [0, 0.89, 0.91],
    [0.999, 0.79, 0.81],
  ])("is refreshed after a share of its life that chance %d decides", async (chance, before, after) => {
    vi.mocked(Math.random).mockReturnValue(chance);
    const session = await openSession();
    vi.advanceTimersByTime(before * hour);
    expect(await session.accessToken()).toBe("access-1");
    vi.advanceTimersByTime((after - before) * hour);
    expect(await session.accessToken()).toBe("access-2");
  });

  it("is asked for once, however many callers want it", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    const tokens = await Promise.all(Array.from({ length: 50 }, () => session.accessToken()));
    expect(new Set(tokens)).toEqual(new Set(["access-2"]));
    expect(service.refreshes).toBe(1);
  });

  it("is asked for once by several sessions on one store", async () => {
    const sessions = await Promise.all([openSession(), openSession(), openSession()]);
    vi.advanceTimersByTime(2 * hour);
    const tokens = await Promise.all(sessions.map((session) => session.accessToken()));
    expect(tokens).toEqual(["access-2", "access-2", "access-2"]);
    expect(service.refreshes).toBe(1);
  });

  it("lets a caller stop waiting without stopping the others", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    const abort = new AbortController();
    const impatient = session.accessToken({ signal: abort.signal });
    const patient = session.accessToken();
    abort.abort();
    await expect(impatient).rejects.toMatchObject({ type: 7, code: "aborted" });
    expect(await patient).toBe("access-2");
  });

  it("is still given when it cannot be renewed ahead of its end, and not after", async () => {
    const session = await openSession();
    service.failure = unavailable;
    vi.advanceTimersByTime(0.9 * hour);
    expect(await session.accessToken()).toBe("access-1");
    vi.advanceTimersByTime(0.2 * hour);
    await expect(session.accessToken()).rejects.toBe(unavailable);
    service.failure = undefined;
    expect(await session.accessToken()).toBe("access-2");
  });

  it("that the service has rejected is refreshed, once for all who saw it", async () => {
    const session = await openSession();
    const rejected = await session.accessToken();
    const plain = session.accessToken();
    const others = [session.accessToken({ rejected }), session.accessToken({ rejected })];
    expect(await Promise.all([plain, ...others])).toEqual(["access-2", "access-2", "access-2"]);
    expect(await session.accessToken({ rejected })).toBe("access-2");
    expect(service.refreshes).toBe(1);
  });

  it("that the service gives again after a rejection ends the asking", async () => {
    const session = await openSession();
    vi.spyOn(service, "issue").mockReturnValue(
      new TokenResult({ accessToken: "access-1", refreshToken: "refresh-2", expiresIn: 3600, scopes: "" }),
    );
    await session.accessToken({ rejected: "access-1" }).catch(() => undefined);
    expect(service.refreshes).toBeLessThanOrEqual(2);
  });

  it("that the service has rejected is not given again when it cannot be renewed", async () => {
    const session = await openSession();
    service.failure = unavailable;
    await expect(session.accessToken({ rejected: "access-1" })).rejects.toBe(unavailable);
    await expect(session.accessToken()).rejects.toBe(unavailable);
  });

  it("without an end is never refreshed", async () => {
    vi.spyOn(service, "issue").mockReturnValue(
      new TokenResult({ accessToken: "a", refreshToken: "r", expiresIn: undefined, scopes: "" }),
    );
    const session = await openSession();
    vi.advanceTimersByTime(1e6 * hour);
    expect(await session.accessToken()).toBe("a");
    expect(session.expiresAt).toBeUndefined();
  });

  it("of a life longer than any timer is refreshed a day before its end", async () => {
    vi.spyOn(service, "issue").mockReturnValueOnce(
      new TokenResult({ accessToken: "a", refreshToken: "refresh-1", expiresIn: 60 * 86_400, scopes: "" }),
    );
    const session = await openSession();
    vi.advanceTimersByTime(58.9 * 24 * hour);
    expect(await session.accessToken()).toBe("a");
    vi.advanceTimersByTime(0.2 * 24 * hour);
    expect(await session.accessToken()).toBe("access-2");
  });
});

describe("The player", () => {
  it("is the one whose token it is", async () => {
    expect(await (await openSession()).user()).toEqual(ada);
    expect(service.asked).toEqual(["access-1"]);
  });

  it("is asked for with a fresh token where the old one is over, or was rejected", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    expect(await session.user()).toEqual(ada);
    service.known = [3];
    expect(await session.user()).toEqual(ada);
    expect(service.asked).toEqual(["access-2", "access-2", "access-3"]);
  });

  it("cannot be had with a token that is rejected twice, or where the service fails", async () => {
    const session = await openSession();
    service.known = [];
    await expect(session.user()).rejects.toMatchObject({ status: 401 });
    service.failure = refusal(500);
    await expect(session.user()).rejects.toMatchObject({ status: 500 });
    expect(service.asked).toHaveLength(3);
  });

  it("is not asked for again where the token lacks the scope", async () => {
    const session = await openSession();
    service.failure = new ClientError({
      type: ErrorType.HTTPError,
      code: "missing_scope",
      message: "Missing scope",
      status: 401,
    });
    await expect(session.user()).rejects.toMatchObject({ code: "missing_scope" });
    expect(service.asked).toHaveLength(1);
    expect(service.refreshes).toBe(0);
  });

  it("of a session that has ended is not asked for", async () => {
    const session = await openSession();
    await session.end();
    await expect(session.user()).rejects.toMatchObject({ code: "session_ended" });
    expect(service.asked).toEqual([]);
  });

  it("is waited for until the caller has enough", async () => {
    const session = await openSession();
    const abort = new AbortController();
    const asking = session.user({ signal: abort.signal });
    abort.abort();
    await expect(asking).rejects.toMatchObject({ type: 7, code: "aborted" });
    await expect(session.user({ signal: "stop" } as never)).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

describe("What another process does", () => {
  it("with the tokens is seen at the next call, since a refresh ends the old token", async () => {
    const [here, there] = [await openSession(), await openSession()];
    vi.advanceTimersByTime(0.86 * hour);
    vi.mocked(Math.random).mockReturnValue(0);
    await there.accessToken();
    expect(await here.accessToken()).toBe("access-2");
    expect(service.refreshes).toBe(1);
  });

  it("is not seen while the store cannot be read, which is tried once a minute", async () => {
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

describe("The clock", () => {
  it("that was set back does not make a token live longer", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(0.95 * hour);
    vi.setSystemTime(Date.now() - 24 * hour);
    expect(await session.accessToken()).toBe("access-2");
  });

  it("that was set back between two runs makes the token due", async () => {
    await openSession();
    vi.setSystemTime(Date.now() - 24 * hour);
    const session = await openSession();
    expect(await session.accessToken()).toBe("access-2");
  });

  it("that went on while the machine slept ends a token", async () => {
    const session = await openSession();
    vi.setSystemTime(Date.now() + 2 * hour);
    expect(await session.accessToken()).toBe("access-2");
  });
});

describe("A dead refresh token", () => {
  const ended = {
    type: 8,
    code: "session_ended",
    hint: expect.stringContaining("Call signIn again.") as unknown,
  };

  it("ends the session and is removed from the store", async () => {
    const session = await openSession();
    service.dead = true;
    vi.advanceTimersByTime(2 * hour);
    await expect(session.accessToken()).rejects.toMatchObject(ended);
    expect(await store.get(account)).toBeUndefined();
    await expect(session.accessToken()).rejects.toMatchObject(ended);
    expect(service.refreshes).toBe(1);
  });

  it("does not remove a newer one that somebody without the lock has kept meanwhile", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
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

  it("that never was there ends the session", async () => {
    vi.spyOn(service, "issue").mockReturnValue(
      new TokenResult({ accessToken: "a", refreshToken: undefined, expiresIn: 60, scopes: "" }),
    );
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    await expect(session.accessToken()).rejects.toMatchObject(ended);
  });

  it("is not what another refusal means: the tokens stay", async () => {
    const session = await openSession();
    service.failure = new ClientError({ type: ErrorType.HTTPError, code: "invalid_client", message: "no" });
    vi.advanceTimersByTime(2 * hour);
    await expect(session.accessToken()).rejects.toMatchObject({ code: "invalid_client" });
    expect(await store.get(account)).toBeDefined();
  });
});

describe("A store that fails", () => {
  it("after a refresh costs nothing while the process lives, and is tried again a minute later", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    const set = vi.spyOn(store, "set").mockRejectedValue(locked);
    expect(await session.accessToken()).toBe("access-2");
    expect(session.storeError).toBe(locked);
    expect(await session.accessToken()).toBe("access-2");
    expect(set).toHaveBeenCalledTimes(1);
    set.mockRestore();
    vi.advanceTimersByTime(61_000);
    expect(await session.accessToken()).toBe("access-2");
    expect(session.storeError).toBeUndefined();
    expect(parseRecord((await store.get(account)) ?? "")?.accessToken).toBe("access-2");
  });

  it("before a refresh stops it, since the kept token may be a newer one", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    vi.spyOn(store, "get").mockRejectedValue(locked);
    await expect(session.accessToken()).rejects.toBe(locked);
    expect(service.refreshes).toBe(0);
  });

  it("of the game's own never ends in another error than ours", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    vi.spyOn(store, "get").mockImplementation(() => Promise.reject(new Error("access-1")));
    const error: unknown = await session.accessToken().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ type: 4, code: "store_failed" });
    expect(inspect(error)).not.toContain("access-1");
  });

  it("that has newer tokens by now gives them, and the session goes on", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    const set = store.set.bind(store);
    vi.spyOn(store, "set").mockImplementationOnce(async () => {
      const newer = new TokenResult({ accessToken: "access-9", expiresIn: 3600, scopes: "openid" });
      await set(account, formatRecord(tokenSetOf(newer, "openid", Date.now())));
      throw conflict;
    });
    expect(await session.accessToken()).toBe("access-9");
    expect([session.storeError, service.refreshes]).toEqual([undefined, 1]);
  });

  it("that has newer tokens, and cannot be read, does not cost the player the session", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    vi.spyOn(store, "set").mockImplementationOnce(async () => {
      vi.spyOn(store, "get").mockRejectedValueOnce(locked);
      throw conflict;
    });
    expect(await session.accessToken()).toBe("access-2");
    expect(session.storeError).toBe(locked);
  });

  it("of the game's own says nothing of the record", async () => {
    vi.spyOn(store, "set").mockImplementation((_, record) => Promise.reject(new Error(record)));
    const session = await openSession();
    expect(session.storeError).toMatchObject({ code: "store_failed" });
    expect(inspect(session.storeError)).not.toContain("access-1");
  });
});

describe("Signing out", () => {
  it("masks what another process has kept meanwhile, and its end makes room for other secrets", async () => {
    const own = createSecrets();
    const [here, there] = [await openSession(own), await openSession(createSecrets())];
    await there.accessToken({ rejected: await there.accessToken() });
    masked.clear();
    await here.end();
    expect(service.revoked).toEqual(["refresh-2"]);
    expect(masked).toEqual(new Set(["access-2", "refresh-2"]));
    for (let index = 0; index < 64; index++) own.replaceTokens({ accessToken: `other-${1000 + index}` });
    expect(masked).toEqual(new Set());
  });

  it("revokes the refresh token and forgets the record", async () => {
    const session = await openSession();
    expect(await session.end()).toEqual({});
    expect(service.revoked).toEqual(["refresh-1"]);
    expect(await store.get(account)).toBeUndefined();
    await expect(session.accessToken()).rejects.toMatchObject({ code: "session_ended" });
  });

  it("forgets the record when the service cannot be told, and says so", async () => {
    const session = await openSession();
    service.failure = unavailable;
    expect(await session.end()).toEqual({ revocationError: unavailable });
    expect(await store.get(account)).toBeUndefined();
  });

  it("forgets the record at once when its caller gives the service up", async () => {
    const session = await openSession();
    const caller = new AbortController();
    service.silent = true;
    const ended = session.end(caller.signal);
    caller.abort(unavailable);
    expect(await ended).toEqual({ revocationError: unavailable });
    expect(await store.get(account)).toBeUndefined();
  });

  it("revokes when the store cannot forget, and says so", async () => {
    const session = await openSession();
    vi.spyOn(store, "delete").mockRejectedValue(locked);
    expect(await session.end()).toEqual({ storeError: locked });
    expect(service.revoked).toEqual(["refresh-1"]);
  });

  it("revokes the newest tokens when the store has only older ones", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    vi.spyOn(store, "set").mockRejectedValue(locked);
    await session.accessToken();
    await session.end();
    expect(service.revoked).toEqual(["refresh-2"]);
  });

  it("does both without the lock when that cannot be had", async () => {
    const session = await openSession();
    vi.spyOn(store, "exclusively").mockRejectedValue(locked);
    expect(await session.end()).toEqual({});
    expect(service.revoked).toEqual(["refresh-1"]);
  });

  it("waits for a refresh under way, and revokes what that brought", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(2 * hour);
    const token = session.accessToken().catch(() => undefined);
    while (service.refreshes === 0) await Promise.resolve();
    await session.end();
    await token;
    expect(service.revoked).toEqual(["refresh-2"]);
    expect(await store.get(account)).toBeUndefined();
  });

  it("in one process ends the session of another", async () => {
    const [here, there] = [await openSession(), await openSession()];
    await here.end();
    await expect(there.accessToken()).rejects.toMatchObject({ code: "session_ended" });
    expect(service.refreshes).toBe(0);
  });
});

it("A session shows no token when it is printed", async () => {
  const session = await openSession();
  const shown = inspect(session, { depth: 9, showHidden: true }) + JSON.stringify(session);
  expect(shown).not.toMatch(/access-1|refresh-1/);
  expect(inspect(session)).toMatch(
    /^Session \{\n? +accessToken: \[hidden\],\n? +refreshToken: \[hidden\],\n? +scopes: /,
  );
  expect(Object.keys(session.toJSON())).toEqual(["scopes", "expiresAt"]);
});

describe("A session of which somebody else may be the player", () => {
  const reused = new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "start_link_reused",
    message: "opened twice",
  });

  it("stays as long as nothing says so", async () => {
    const session = await openSession();
    await session.endWhen(undefined);
    await session.endWhen(new AbortController().signal);
    expect(await session.accessToken()).toBe("access-1");
  });

  it("is over at once when it is known already: revoked, forgotten, and the caller told why", async () => {
    const session = await openSession();
    await expect(session.endWhen(AbortSignal.abort(reused))).rejects.toBe(reused);
    expect(service.revoked).toEqual(["refresh-1"]);
    expect(await store.get(account)).toBeUndefined();
    await expect(session.accessToken()).rejects.toBe(reused);
  });

  it("is over as soon as it turns out later, and a refresh that is under way gives no token", async () => {
    const session = await openSession();
    const link = new AbortController();
    await session.endWhen(link.signal);
    vi.advanceTimersByTime(hour);
    const waiting = session.accessToken();
    while (service.refreshes === 0) await Promise.resolve();
    link.abort(reused);
    await expect(waiting).rejects.toBe(reused);
    await expect.poll(() => service.revoked).toEqual(["refresh-2"]);
    await expect.poll(() => store.get(account)).toBeUndefined();
  });

  it("that has ended before is not ended again", async () => {
    const session = await openSession();
    const link = new AbortController();
    await session.endWhen(link.signal);
    await session.end();
    link.abort(reused);
    await expect(session.accessToken()).rejects.toMatchObject({ code: "session_ended" });
    expect(service.revoked).toHaveLength(1);
  });

  it("tells the log what could not be ended, and gives no token all the same", async () => {
    const session = await openSession();
    service.failure = unavailable;
    vi.spyOn(store, "delete").mockRejectedValue(locked);
    await expect(session.endWhen(AbortSignal.abort(reused))).rejects.toBe(reused);
    await expect(session.accessToken()).rejects.toBe(reused);
  });
});

describe("A token for a call that takes long", () => {
  it("is the one that there is, where that lasts long enough", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(hour / 2);
    expect(await session.accessToken({ minimumValidity: 1800 })).toBe("access-1");
    expect(service.refreshes).toBe(0);
  });

  it("is a new one where the old one does not, renewed once for all callers", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(hour / 2);
    const asked = [1801, 1900, 3600].map((minimumValidity) => session.accessToken({ minimumValidity }));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["access-2"]));
    expect(service.refreshes).toBe(1);
    expect(parseRecord((await store.get(account)) ?? "")?.accessToken).toBe("access-2");
  });

  it("is not the old one when that cannot be renewed, which stays good for other calls", async () => {
    const session = await openSession();
    vi.advanceTimersByTime(hour / 2);
    service.failure = unavailable;
    await expect(session.accessToken({ minimumValidity: 3000 })).rejects.toBe(unavailable);
    expect(await session.accessToken()).toBe("access-1");
  });

  it("is not asked of the service that gives none so long, nor of a session that cannot renew", async () => {
    const session = await openSession();
    const refused = { code: "invalid_argument", type: 6 };
    await expect(session.accessToken({ minimumValidity: 3601 })).rejects.toMatchObject(refused);
    await store.delete(account);
    vi.spyOn(service, "issue").mockReturnValue(
      new TokenResult({ accessToken: "guest", refreshToken: undefined, expiresIn: 3600, scopes: "" }),
    );
    const guest = await openSession();
    vi.advanceTimersByTime(hour / 2);
    await expect(guest.accessToken({ minimumValidity: 3000 })).rejects.toMatchObject(refused);
    expect(await guest.accessToken()).toBe("guest");
    expect(service.refreshes).toBe(0);
  });

  it("of a session that has ended is none", async () => {
    const session = await openSession();
    await session.end();
    await expect(session.accessToken({ minimumValidity: 60 })).rejects.toMatchObject({
      code: "session_ended",
    });
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "60"])(
    "for %s seconds is refused",
    async (seconds) => {
      const session = await openSession();
      await expect(session.accessToken({ minimumValidity: seconds as number })).rejects.toMatchObject({
        code: "invalid_argument",
      });
    },
  );
});

describe("A session tells", () => {
  const listen = (session: Session) => {
    const told: unknown[] = [];
    session.addEventListener("renewed", ({ expiresAt }) => told.push(expiresAt));
    session.addEventListener("ended", ({ reason }) => told.push(reason?.code ?? "signed out"));
    return told;
  };

  it("that it was renewed, once, when the new token is kept and before anybody has it", async () => {
    const session = await openSession();
    const told = listen(session);
    let kept: string | undefined;
    session.addEventListener("renewed", async () => {
      kept = parseRecord((await store.get(account)) ?? "")?.accessToken;
    });
    vi.advanceTimersByTime(0.9 * hour);
    await Promise.all([session.accessToken(), session.accessToken()]);
    await session.accessToken();
    expect(told).toEqual([new Date(Date.now() + hour)]);
    expect(kept).toBe("access-2");
  });

  it("that another process has renewed it", async () => {
    const session = await openSession();
    const other = await openSession(createSecrets());
    const told = listen(session);
    vi.advanceTimersByTime(0.9 * hour);
    await other.accessToken();
    expect(told).toEqual([]);
    await session.accessToken();
    expect(told).toHaveLength(1);
  });

  it("that it has ended, once, with the reason", async () => {
    const session = await openSession();
    const told = listen(session);
    service.dead = true;
    vi.advanceTimersByTime(2 * hour);
    await expect(session.accessToken()).rejects.toMatchObject({ code: "session_ended" });
    await session.end();
    expect(told).toEqual(["session_ended"]);
  });

  it("that the player signed out", async () => {
    const session = await openSession();
    const told = listen(session);
    await session.end();
    expect(told).toEqual(["signed out"]);
  });

  it("its listeners' errors to the log alone", async () => {
    const session = await openSession();
    session.addEventListener("ended", () => {
      throw new TypeError("mine");
    });
    await expect(session.end()).resolves.toEqual({});
  });
});

it("A session that is let go of gives no token, brings its renewal to an end, and stays in the store", async () => {
  const session = await openSession();
  vi.advanceTimersByTime(0.9 * hour);
  const waiting = session.accessToken();
  while (service.refreshes === 0) await Promise.resolve();
  await session[Symbol.asyncDispose]();
  expect(await waiting).toBe("access-2");
  await expect(session.accessToken()).rejects.toMatchObject({ code: "client_closed", type: 5 });
  expect(parseRecord((await store.get(account)) ?? "")?.accessToken).toBe("access-2");
  expect(service.revoked).toEqual([]);
  expect(await (await openSession()).accessToken()).toBe("access-2");
});
