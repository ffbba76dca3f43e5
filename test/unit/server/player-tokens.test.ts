import { channel } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import type { RequestLimits } from "../../../src/core/request/limits.ts";
import type { PlayerTokensOptions } from "../../../src/server/options.ts";
import { createPlayerTokens, type PlayerTokens } from "../../../src/server/player-tokens.ts";
import { memoryPlayerStore } from "../../../src/server/memory-player-store.ts";
import type { PlayerStore } from "../../../src/server/player-store.ts";
import { leaseMs, lostAnswerMs } from "../../../src/server/player-store.ts";
import { collectMessages } from "../../setup/collect-messages.ts";
import { findSecret } from "../../setup/find-secret.ts";
import { playerOf, TokenServiceInMemory } from "../../setup/token-service.ts";

const applicationId = "1234567890123456789";
const clientSecret = "the-client-secret";
const player = "222222222222222222";
const hour = 3_600_000;

let service: TokenServiceInMemory;
let store: PlayerStore;
let one: PlayerTokens;
let other: PlayerTokens;

const instance = (more: Partial<PlayerTokensOptions> = {}): PlayerTokens =>
  createPlayerTokens({ applicationId, clientSecret, store, fetch: service.fetch, ...more });
const signIn = (tokens = one) =>
  tokens.exchange({ code: player, codeVerifier: "verifier", redirectUri: "http://127.0.0.1/callback" });
const unreachable = new ClientError({
  type: ErrorType.NetworkError,
  code: "store_unreachable",
  message: "away",
  retryable: true,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  service = new TokenServiceInMemory();
  store = memoryPlayerStore();
  [one, other] = [instance(), instance()];
});
afterEach(() => void vi.useRealTimers());

/** Signs in and advances the clock until the token is due for a refresh or has expired. */
async function signedIn(state: "due" | "expired", tokens = one): Promise<{ refreshToken: string }> {
  const grant = await signIn(tokens);
  vi.advanceTimersByTime(state === "due" ? 599_000 : 601_000);
  return grant;
}

/** Responds to the next request with this status. */
const answerNext = (status: number, body: object = {}) =>
  void service.next.push(() => Response.json(body, { status }));
const ended = { code: "session_ended" };

/** From here on, time passes only in {@link drained}. */
const holdPauses = () =>
  void vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });

/** Advances the clock until `tokens` has stored everything. */
async function drained(tokens: PlayerTokens): Promise<void> {
  const draining = tokens.drain();
  await vi.advanceTimersByTimeAsync(500);
  await draining;
}

describe("exchanging a code", () => {
  it("sends the client secret and returns a session secret instead of the refresh token", async () => {
    const grant = await signIn();
    expect(grant).toMatchObject({ player, accessToken: "access-0-1", scopes: "openid" });
    expect(grant.refreshToken).toMatch(/^sps1\.222222222222222222\./);
    expect(service.requests).toEqual([
      {
        path: "/oauth2/token",
        authorization: `Basic ${btoa(`${applicationId}:${clientSecret}`)}`,
        grant_type: "authorization_code",
        code: player,
        code_verifier: "verifier",
        redirect_uri: "http://127.0.0.1/callback",
      },
    ]);
  });

  it("fetches the player if there is no ID token", async () => {
    service.givesIdTokens = false;
    expect((await signIn()).player).toBe(player);
    expect(service.requests.map(({ path }) => path)).toEqual(["/oauth2/token", "/users/@me"]);
  });

  it("merges a provisional account and sends no redirect URI for the desktop client", async () => {
    await one.exchange({
      code: player,
      codeVerifier: "verifier",
      external: { type: 0, token: "provider-token" },
    });
    const [{ redirect_uri: redirectUri, external_auth_token: proof } = {}] = service.requests;
    expect([redirectUri, proof]).toEqual([undefined, "provider-token"]);
  });

  it("accepts an Activity's code without a redirect URI or verifier", async () => {
    expect(await one.exchange({ code: player })).toMatchObject({ player, accessToken: "access-0-1" });
    const [{ path, authorization: _, ...form } = {}] = service.requests;
    expect([path, form]).toEqual(["/oauth2/token", { grant_type: "authorization_code", code: player }]);
  });

  it("does not continue if aborted while storing the tokens or fetching the player", async () => {
    const opened = vi.spyOn(store, "openSession");
    const abort = new AbortController();
    // Aborts while the store writes the tokens.
    const put = vi.spyOn(store, "put").mockImplementationOnce(async () => {
      abort.abort();
      return { isReplicated: true };
    });
    const signal = { signal: abort.signal };
    await expect(one.exchange({ code: player, codeVerifier: "verifier", ...signal })).rejects.toMatchObject({
      code: "aborted",
    });
    // Aborts while the player is being fetched.
    const early = new AbortController();
    service.givesIdTokens = false;
    const fetch: typeof service.fetch = async (url, init) => {
      const answer = await service.fetch(url, init);
      if (url.endsWith("/users/@me")) queueMicrotask(() => early.abort());
      return answer;
    };
    const exchanging = instance({ fetch }).exchange({
      code: player,
      codeVerifier: "verifier",
      signal: early.signal,
    });
    await expect(exchanging).rejects.toMatchObject({ code: "aborted" });
    await new Promise((resolve) => setImmediate(resolve));
    expect([put.mock.calls.length, opened.mock.calls.length]).toEqual([1, 0]);
  });

  it("throws the service's error without the code, the verifier or the secret", async () => {
    const refusal = await one
      .exchange({ code: "bad-code", codeVerifier: "the-verifier" })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "invalid_grant", status: 400 });
    const description = `${clientSecret} bad-code the-verifier`;
    answerNext(400, { error: "invalid_request", error_description: description });
    const quoted = await one
      .exchange({ code: "bad-code", codeVerifier: "the-verifier" })
      .catch((error: unknown) => error);
    const printed = inspect([refusal, quoted], { depth: 9, showHidden: true });
    for (const secret of ["bad-code", "the-verifier", clientSecret])
      expect(findSecret(printed, secret)).toEqual([]);
  });

  it.each([
    ["playerCode", "c"],
    ["playerCode.code", { code: 7 }],
    ["playerCode.codeVerifier", { code: "c", codeVerifier: "" }],
    ["playerCode.redirectUri", { code: "c", redirectUri: 7 }],
    ["playerCode.external", { code: "c", external: 7 }],
    ["playerCode.verifier", { code: "c", verifier: "v" }],
  ])("rejects an invalid %s without a request", async (name, given) => {
    await expect(one.exchange(given as never)).rejects.toThrow(new RegExp(`^${name}`));
    expect(service.requests).toEqual([]);
  });
});

describe("an access token", () => {
  it("is read from the store while it is fresh", async () => {
    await signIn();
    expect(await Promise.all([one.accessToken(player), other.accessToken(BigInt(player))])).toEqual([
      "access-0-1",
      "access-0-1",
    ]);
    expect(service.refreshes).toBe(0);
  });

  it("is refreshed only once for all callers and instances when it is due", async () => {
    await signedIn("due");
    const asked = Array.from({ length: 20 }, (_, number) => (number % 2 ? one : other).accessToken(player));
    const tokens = new Set(await Promise.all(asked));
    // Until the refresh ends, callers get the old token, which is still valid.
    expect([...tokens].toSorted()).toEqual(["access-0-1", "access-0-2"]);
    expect(await other.accessToken(player)).toBe("access-0-2");
    expect([service.refreshes, service.reuses]).toEqual([1, 0]);
  });

  it("is awaited if it has expired and another instance is refreshing it", async () => {
    await signedIn("expired");
    let answer = (): void => undefined;
    service.beforeAnswer = () => new Promise<void>((resolve) => (answer = resolve));
    const first = one.accessToken(player);
    await expect.poll(() => service.refreshes).toBe(1);
    const second = other.accessToken(player);
    await new Promise(setImmediate);
    answer();
    expect(await Promise.all([first, second])).toEqual(["access-0-2", "access-0-2"]);
    expect(service.refreshes).toBe(1);
  });

  it("is refreshed only once if the service rejected it", async () => {
    await signIn();
    const rejected = await one.accessToken(player);
    const again = await Promise.all(
      [one, other, one].map((tokens) => tokens.accessToken(player, { rejected })),
    );
    expect(again).toEqual(["access-0-2", "access-0-2", "access-0-2"]);
    expect(service.refreshes).toBe(1);
  });

  it("is returned while it is valid even if the refresh fails", async () => {
    await signedIn("due");
    answerNext(503);
    expect(await one.accessToken(player)).toBe("access-0-1");
    // The failure released the lease, so the next refresh may start immediately.
    expect(await other.accessToken(player)).toBe("access-0-2");
  });

  it("is not refreshed until the lease ends if the service may have received the refresh token", async () => {
    await signedIn("due");
    service.next.push(() => Promise.reject(new TypeError("fetch failed")));
    expect(await one.accessToken(player)).toBe("access-0-1");
    expect(await other.accessToken(player)).toBe("access-0-1");
    vi.advanceTimersByTime(leaseMs);
    expect(await other.accessToken(player)).toBe("access-0-2");
  });

  it("is unavailable, with the service's error, if it has expired and cannot be refreshed", async () => {
    await signedIn("expired");
    answerNext(500);
    await expect(one.accessToken(player)).rejects.toMatchObject({ status: 500 });
  });

  it("is permanently unavailable if the service rejects the refresh token", async () => {
    await signedIn("expired");
    answerNext(400, { error: "invalid_grant" });
    await expect(one.accessToken(player)).rejects.toMatchObject(ended);
    await expect(other.accessToken(player)).rejects.toMatchObject(ended);
    expect(service.requests).toHaveLength(2);
  });

  it("is read from the store if the service rejects a refresh token that another instance has used", async () => {
    await signedIn("expired");
    service.beforeAnswer = async () => {
      service.beforeAnswer = undefined;
      // The first refresh is delayed until its lease ends, and another instance takes the lease.
      vi.advanceTimersByTime(leaseMs + 1);
      const taken = await store.take(`${applicationId}:${player}`);
      expect(taken.state).toBe("leased");
    };
    expect(await one.accessToken(player)).toBe("access-0-2");
    expect(await other.accessToken(player)).toBe("access-0-2");
  });

  it("is read from the store if another instance has refreshed it in the meantime", async () => {
    await signedIn("expired");
    const account = `${applicationId}:${player}`;
    const newer = JSON.stringify({ v: 1, a: "newer", r: "refresh", s: "openid" });
    service.beforeAnswer = async () => {
      vi.advanceTimersByTime(leaseMs + 1);
      const taken = await store.take(account);
      if (taken.state !== "leased") return expect.unreachable();
      return store.write(account, taken.fence, newer, { dueMs: hour, remainingMs: hour });
    };
    expect(await one.accessToken(player)).toBe("newer");
  });

  it("cannot be requested for a player who never signed in or with invalid arguments", async () => {
    await expect(one.accessToken(player)).rejects.toMatchObject(ended);
    await expect(one.accessToken(7 as never)).rejects.toMatchObject({ code: "invalid_id" });
    await expect(one.accessToken(player, { retry: 1 } as never)).rejects.toMatchObject({
      code: "unknown_option",
    });
  });

  it("is not awaited indefinitely if another instance refreshes it slowly", async () => {
    await signIn();
    vi.spyOn(store, "take").mockResolvedValue({
      state: "busy",
      record: '{"v":1,"a":"a","s":""}',
      version: 1,
      remainingMs: 0,
    });
    let at = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (at += 6000));
    await expect(one.accessToken(player)).rejects.toMatchObject({ code: "session_busy", retryable: true });
    vi.restoreAllMocks();
  });

  it("is awaited until the signal is aborted", async () => {
    await signedIn("expired");
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    service.beforeAnswer = () => answered;
    const abort = new AbortController();
    const waiting = one.accessToken(player, { signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    // The refresh continues, because its response contains the only valid token.
    answer();
    await one.drain();
    expect(await other.accessToken(player)).toBe("access-0-2");
  });
});

it("releases the lease on an unreadable record so that another instance can read the record", async () => {
  await store.put(`${applicationId}:${player}`, "of a newer version", { dueMs: 0, remainingMs: hour });
  await expect(one.accessToken(player)).rejects.toMatchObject({ code: "store_unreadable" });
  expect(await store.take(`${applicationId}:${player}`)).toMatchObject({ state: "leased" });
});

describe("a store that fails", () => {
  beforeEach(holdPauses);

  it("prevents a refresh before it is sent", async () => {
    await signedIn("expired");
    vi.spyOn(store, "take").mockRejectedValue(unreachable);
    await expect(one.accessToken(player)).rejects.toBe(unreachable);
    expect(service.refreshes).toBe(0);
  });

  it("does not lose a refreshed token, which is returned and written as soon as possible", async () => {
    await signedIn("expired");
    const write = vi
      .spyOn(store, "write")
      .mockRejectedValueOnce(unreachable)
      .mockRejectedValueOnce(unreachable);
    expect(await one.accessToken(player)).toBe("access-0-2");
    const take = vi.spyOn(store, "take").mockRejectedValue(unreachable);
    expect(await one.accessToken(player)).toBe("access-0-2");
    take.mockRestore();
    await drained(one);
    expect(write).toHaveBeenCalledTimes(3);
    expect(await other.accessToken(player)).toBe("access-0-2");
    expect([service.refreshes, service.reuses]).toEqual([1, 0]);
  });

  it("never causes this instance to resend the old refresh token, regardless of the new token's age", async () => {
    await signedIn("expired");
    const write = vi.spyOn(store, "write").mockRejectedValue(unreachable);
    const accessToken = await one.accessToken(player);
    // The store is read again, because the lease has expired.
    vi.advanceTimersByTime(601_000);
    await expect(one.accessToken(player)).rejects.toBe(unreachable);
    await expect(one.accessToken(player, { rejected: accessToken })).rejects.toBe(unreachable);
    expect(service.refreshes).toBe(1);
    write.mockRestore();
    await drained(one);
    expect(await one.accessToken(player)).toBe("access-0-3");
    expect(service.reuses).toBe(0);
  });

  it("makes callers that cannot use the new token wait until it is written", async () => {
    await signedIn("expired");
    let keep = (): void => undefined;
    const keeping = new Promise<void>((resolve) => (keep = resolve));
    const write = store.write.bind(store);
    const spy = vi.spyOn(store, "write").mockImplementationOnce(async (...args) => {
      await keeping;
      return write(...args);
    });
    const first = one.accessToken(player);
    await expect.poll(() => spy.mock.calls.length).toBe(1);
    const second = one.accessToken(player, { rejected: "access-0-2" });
    keep();
    expect(await first).toBe("access-0-2");
    await vi.advanceTimersByTimeAsync(500);
    expect(await second).toBe("access-0-3");
    expect(service.reuses).toBe(0);
  });

  it("receives no later write for a player who was forgotten in the meantime", async () => {
    await signedIn("expired");
    vi.spyOn(store, "write").mockRejectedValueOnce(unreachable);
    await one.accessToken(player);
    await one.forget(player);
    await drained(one);
    await expect(other.accessToken(player)).rejects.toMatchObject(ended);
  });

  it("does not cause an error if it cannot release a lease", async () => {
    await signedIn("due");
    answerNext(503);
    vi.spyOn(store, "release").mockRejectedValueOnce(unreachable);
    expect(await one.accessToken(player)).toBe("access-0-1");
  });

  it("is ignored if it grants a lease too late", async () => {
    await signedIn("expired");
    const now = vi.spyOn(performance, "now");
    const take = store.take.bind(store);
    vi.spyOn(store, "take").mockImplementation(async (...args) => {
      const taken = await take(...args);
      const at = performance.now();
      now.mockReturnValue(at + 6001);
      return taken;
    });
    await expect(one.accessToken(player)).rejects.toMatchObject({ code: "session_busy" });
    now.mockRestore();
    vi.restoreAllMocks();
    expect(service.refreshes).toBe(0);
    expect(await other.accessToken(player)).toBe("access-0-2");
  });
});

describe("a game's session", () => {
  it("returns a new secret for each use", async () => {
    const first = await signIn();
    const second = await other.useSession(first.refreshToken);
    const third = await one.useSession(second.refreshToken);
    expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
    expect(third).toMatchObject({ player, accessToken: "access-0-1", scopes: "openid" });
    expect(third.expiresIn).toBeGreaterThan(0);
    expect(third.expiresIn).toBeLessThanOrEqual(600);
  });

  it("repeats its response if the first one was lost", async () => {
    const { refreshToken } = await signIn();
    const lost = await one.useSession(refreshToken);
    const again = await other.useSession(refreshToken);
    expect(again.refreshToken).toBe(lost.refreshToken);
    await expect(one.useSession(again.refreshToken)).resolves.toMatchObject({ player });
  });

  it("ends when a secret is reused after its successor was used, because the secret must have been copied", async () => {
    const { refreshToken: stolen } = await signIn();
    const second = await one.useSession(stolen);
    const third = await one.useSession(second.refreshToken);
    await expect(other.useSession(stolen)).rejects.toMatchObject({ code: "invalid_grant" });
    await expect(one.useSession(third.refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
    // The player's other games and the server itself are not affected.
    expect(await one.accessToken(player)).toBe("access-0-1");
  });

  it("keeps its secret if no token is available", async () => {
    const { refreshToken } = await signedIn("expired");
    answerNext(503);
    await expect(one.useSession(refreshToken)).rejects.toMatchObject({ status: 503 });
    vi.advanceTimersByTime(lostAnswerMs + 1);
    await expect(one.useSession(refreshToken)).resolves.toMatchObject({ accessToken: "access-0-2" });
  });

  it.each([
    ["an arbitrary string", "text"],
    ["an empty secret", "sps1.."],
    ["a secret with a different player", "other player"],
    ["a secret for another application", "other application"],
    ["a secret with an index that was never issued", "later"],
  ])("cannot be used with %s", async (_, kind) => {
    const { refreshToken } = await signIn();
    const made: Record<string, string> = {
      "other player": refreshToken.replace(player, "333333333333333333"),
      later: refreshToken.replace(".1.", ".9."),
    };
    const tokens = kind === "other application" ? instance({ applicationId: "9" }) : one;
    const secret = kind === "other application" ? refreshToken : (made[kind] ?? kind);
    await expect(tokens.useSession(secret)).rejects.toMatchObject({ code: "invalid_grant" });
  });

  it("is rate-limited when it is used in a loop", async () => {
    let { refreshToken } = await signIn();
    const uses = async () => {
      for (let use = 0; use < 61; use++) ({ refreshToken } = await one.useSession(refreshToken));
    };
    const refused = await collectMessages("slashpass:game:refused", async () => {
      await expect(uses()).rejects.toMatchObject({ code: "rate_limited", retryAfter: 60 });
    });
    expect(refused).toEqual([{ limit: "session" }]);
  });
});

describe("a player who leaves", () => {
  it("has the tokens revoked at the service and then deleted from the store", async () => {
    await signIn();
    await one.revoke(player);
    expect(service.requests.at(-1)).toMatchObject({ path: "/oauth2/token/revoke", token: "refresh-0-1" });
    await expect(other.accessToken(player)).rejects.toMatchObject(ended);
  });

  it("can have the tokens revoked again after the service fails", async () => {
    await signedIn("expired");
    answerNext(500);
    await expect(one.revoke(player)).rejects.toMatchObject({ status: 500 });
    await one.revoke(player);
    await one.revoke(player);
    expect(service.requests.filter(({ path }) => path === "/oauth2/token/revoke")).toHaveLength(2);
  });

  it("has the newest token revoked even if it could not be stored", async () => {
    holdPauses();
    service.givesRefreshTokens = true;
    await signedIn("expired");
    vi.spyOn(store, "write").mockRejectedValueOnce(unreachable);
    await one.accessToken(player);
    await one.revoke(player);
    await drained(one);
    expect(service.requests.at(-1)).toMatchObject({ token: "refresh-0-2" });
  });

  it("is not restored by a pending refresh", async () => {
    await signedIn("expired");
    service.beforeAnswer = () => other.forget(player);
    await expect(one.accessToken(player)).rejects.toMatchObject(ended);
  });

  it("is forgotten when the service reports that the account was unlinked", async () => {
    await signIn();
    const event = { user: { id: player } } as never;
    await one.events.APPLICATION_DEAUTHORIZED(event, { application_id: "9" });
    expect(await one.accessToken(player)).toBe("access-0-1");
    await one.events.APPLICATION_DEAUTHORIZED(event, { application_id: applicationId });
    await expect(one.accessToken(player)).rejects.toMatchObject(ended);
    expect(await one.forget(player)).toBe(false);
  });
});

describe("a backend's own player data", () => {
  const deleted: string[] = [];
  const tokens = () => instance({ onSignedOut: async (id) => void deleted.push(id) });
  const event = { user: { id: player } } as never;
  beforeEach(() => void deleted.splice(0));

  it.each([
    ["forget", (all: PlayerTokens) => all.forget(player)],
    ["revoke", (all: PlayerTokens) => all.revoke(player)],
    [
      "the event",
      ({ events }: PlayerTokens) => events.APPLICATION_DEAUTHORIZED(event, { application_id: applicationId }),
    ],
  ])("is deleted together with the tokens by %s", async (_, end) => {
    const all = tokens();
    await signIn(all);
    expect(deleted).toEqual([]);
    await end(all);
    expect(deleted).toEqual([player]);
  });

  it("is deleted before drain() resolves if the service rejects the refresh token", async () => {
    const all = tokens();
    await signedIn("expired", all);
    answerNext(400, { error: "invalid_grant" });
    await expect(all.accessToken(player)).rejects.toMatchObject(ended);
    await all.drain();
    expect(deleted).toEqual([player]);
  });

  it("is deleted by a later call if the first deletion failed, even though the tokens are already deleted", async () => {
    let fails = true;
    const all = instance({
      onSignedOut: (id) => {
        if (fails) throw new Error(`${id} ${clientSecret}`);
        deleted.push(id);
      },
    });
    await signIn(all);
    const failure = await all.forget(player).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "callback_failed" });
    expect(inspect(failure)).not.toContain(clientSecret);
    await expect(all.accessToken(player)).rejects.toMatchObject(ended);
    fails = false;
    expect(await all.forget(player)).toBe(false);
    expect(deleted).toEqual([player]);
  });

  it("is deleted without delaying a caller that needs a token", async () => {
    const all = instance({ onSignedOut: () => new Promise(() => undefined) });
    await signedIn("expired", all);
    answerNext(400, { error: "invalid_grant" });
    await expect(all.accessToken(player)).rejects.toMatchObject(ended);
    await expect(all.forget(player, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "aborted",
    });
  });
});

describe("a provisional account", () => {
  const external = { type: 0, token: "provider-token" } as const;
  const provisional = playerOf(external.token);

  beforeEach(() => void (service.givesRefreshTokens = false));

  it("is authenticated by the server with its secret", async () => {
    const grant = await one.authenticate(external);
    expect(grant.player).toBe(provisional);
    expect(service.requests[0]).toMatchObject({
      path: "/partner-sdk/token",
      client_id: applicationId,
      client_secret: clientSecret,
      external_auth_token: "provider-token",
    });
    await one.revoke(provisional);
    expect(service.requests.at(-1)).toMatchObject({ token: "access-0-1" });
  });

  it("is authenticated with a new token from the provider instead of a refresh", async () => {
    const asked: string[] = [];
    const tokens = instance({
      externalAuth: async (id) => {
        asked.push(id);
        return external;
      },
    });
    await tokens.authenticate(external);
    vi.advanceTimersByTime(601_000);
    expect(await tokens.accessToken(provisional)).toBe("access-1-1");
    expect([asked, service.refreshes]).toEqual([[provisional], 0]);
  });

  it("has to be authenticated again by the game if the server cannot do it", async () => {
    const { refreshToken } = await one.authenticate(external);
    vi.advanceTimersByTime(601_000);
    await expect(one.useSession(refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
  });

  it.each([
    ["throws", () => Promise.reject(new Error("provider-token"))],
    ["returns nothing", () => Promise.resolve(undefined)],
    ["returns something else", () => Promise.resolve({ type: 99, token: "x" })],
  ])("cannot be authenticated again if externalAuth %s", async (_, externalAuth) => {
    const tokens = instance({ externalAuth: externalAuth as never });
    await tokens.authenticate(external);
    vi.advanceTimersByTime(601_000);
    const error: unknown = await tokens.accessToken(provisional).catch((reason: unknown) => reason);
    expect((error as ClientError).code).toMatch(/callback_failed|invalid_/);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("provider-token");
  });

  it("is rejected with the service's error but without the provider's token", async () => {
    answerNext(400, { code: 530_010, message: "provider-token" });
    const error: unknown = await one.authenticate(external).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ errorCode: 530_010, code: "account_linked" });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("provider-token");
  });
});

describe("a diagnostics subscriber", () => {
  it("receives events without secrets", async () => {
    const events: [string, unknown][] = [];
    const onMessage = (message: unknown, name: string | symbol) => void events.push([String(name), message]);
    const names = [
      "token:read",
      "token:refresh",
      "token:conflict",
      "token:exchange",
      "session:use",
      "store:failed",
    ];
    for (const name of names) channel(`slashpass:${name}`).subscribe(onMessage);
    try {
      const { refreshToken } = await signIn();
      await one.useSession(refreshToken);
      vi.advanceTimersByTime(599_000);
      await one.accessToken(player);
      await one.exchange({ code: "bad", codeVerifier: "v" }).catch(() => undefined);
      vi.spyOn(store, "put").mockRejectedValueOnce(new Error("of the store"));
      await signIn().catch(() => undefined);
      vi.spyOn(store, "take").mockRejectedValueOnce(unreachable);
      await one.accessToken(player).catch(() => undefined);
      await one.accessToken("5").catch(() => undefined);
      await one.forget(player);
      await one.accessToken(player).catch(() => undefined);
    } finally {
      for (const name of names) channel(`slashpass:${name}`).unsubscribe(onMessage);
    }
    const durationMs = expect.any(Number) as number;
    expect(events).toEqual([
      ["slashpass:token:exchange", { player, outcome: "exchanged", durationMs }],
      ["slashpass:token:read", { player, outcome: "fresh", durationMs }],
      ["slashpass:session:use", { player, outcome: "rotated" }],
      ["slashpass:token:read", { player, outcome: "due", durationMs }],
      ["slashpass:token:refresh", { player, outcome: "refreshed", durationMs }],
      ["slashpass:token:exchange", { outcome: "failed", durationMs, code: "invalid_grant" }],
      ["slashpass:token:exchange", { outcome: "failed", durationMs, code: undefined }],
      ["slashpass:store:failed", { operation: "Reading a player's tokens", code: "store_unreachable" }],
      ["slashpass:token:read", { player: "5", outcome: "none", durationMs }],
      ["slashpass:token:read", { player, outcome: "ended", durationMs }],
    ]);
  });
});

describe("player tokens", () => {
  it("show only the application id when printed", async () => {
    await signIn();
    expect(inspect(one, { depth: 9, showHidden: true })).toBe(
      `PlayerTokens { applicationId: '${applicationId}' }`,
    );
  });

  it.each([
    ["applicationId", { applicationId: 7 }],
    ["clientSecret", { clientSecret: "" }],
    ["store", { store: {} }],
    ["limits", { limits: {} }],
    ["externalAuth", { externalAuth: 7 }],
    ["secret", { secret: "x" }],
  ])("cannot be created with an invalid %s", (name, wrong) => {
    expect(() => instance(wrong as never)).toThrow(new RegExp(`^options\\.${name}`));
  });

  it("respect shared limits", async () => {
    const entered: string[] = [];
    const remaining: (number | undefined)[] = [];
    const limits: RequestLimits = {
      async enter({ route, identity, wait }) {
        entered.push(`${identity} ${route}`);
        await wait(1, "bucket");
        return { leave: (answer) => void remaining.push(answer?.status) };
      },
    };
    await signIn(instance({ limits }));
    service.next.push(() => Promise.reject(new TypeError("fetch failed")));
    await expect(signIn(instance({ limits }))).rejects.toMatchObject({ code: "network_error" });
    expect([entered, remaining]).toEqual([
      ["client POST /oauth2/token", "client POST /oauth2/token"],
      [200, undefined],
    ]);
  });
});
