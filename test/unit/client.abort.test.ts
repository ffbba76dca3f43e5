import { access } from "node:fs/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../src/client.ts";
import type { ClientOptions } from "../../src/client/options.ts";
import type { Session } from "../../src/tokens/session.ts";
import { memoryTokenStore, type TokenStore } from "../../src/store/token-store.ts";
import { AuthenticationExternalAuthType } from "../../src/wire/external-auth.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";
import { follow, deliver } from "../flow/fixtures/visit.js";

// Prevents lazy imports from using event-loop turns during the tests.
beforeAll(() =>
  Promise.all([import("../../src/sign-in/sign-in.ts"), import("../../src/client/open-connection.ts")]),
);

const applicationId = "1234567890123456789";
const scopes = "openid identify";
const redirectUri = "http://127.0.0.1:1/callback";
const verifier = "v".repeat(43);
const token = "a-token-of-nobody-0123456789";
const device = {
  device_code: "device-code-0123456789",
  user_code: "ABCD",
  verification_uri: "https://discord.com/activate",
  expires_in: 300,
  interval: 5,
};
const { OIDC } = AuthenticationExternalAuthType;
const { Bearer } = AuthorizationTokenType;

/** All external calls. They resolve immediately, except for call number `hangAt`, which never settles. */
class Outside {
  readonly calls: string[] = [];
  hangAt = 0;
  readonly #records = memoryTokenStore();

  get isHanging(): boolean {
    return this.hangAt > 0 && this.calls.length >= this.hangAt;
  }

  readonly store: TokenStore = {
    name: "outside",
    probe: () => this.#call("store.probe", () => this.#records.probe()),
    get: (account) => this.#call("store.get", () => this.#records.get(account)),
    set: (account, record) => this.#call("store.set", () => this.#records.set(account, record)),
    delete: (account) => this.#call("store.delete", () => this.#records.delete(account)),
    exclusively: (account, work, signal) =>
      this.#call("store.exclusively", () => this.#records.exclusively(account, work, signal)),
  };

  readonly fetch = (url: string): Promise<Response> => {
    const { pathname } = new URL(url);
    return this.#call(`fetch ${pathname}`, () => Promise.resolve(Response.json(answerAt(pathname))));
  };

  readonly openBrowser = (url: string): Promise<void> =>
    this.#call("browser", async () => {
      const { searchParams } = new URL(await follow(url));
      const answer = new URLSearchParams({ code: "c0de", state: searchParams.get("state") ?? "" });
      await deliver(`${searchParams.get("redirect_uri")}?${answer.toString()}`);
    });

  readonly grant = () =>
    this.#call("own server", () =>
      Promise.resolve({ accessToken: token, refreshToken: `re-${token}`, expiresIn: 3600, scopes }),
    );

  #call<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.calls.push(name);
    return this.calls.length === this.hangAt ? new Promise(() => undefined) : work();
  }
}

function answerAt(path: string): object {
  if (path.endsWith("/users/@me")) return { id: "1", username: "ada" };
  if (path.endsWith("/device/authorize")) return device;
  return { access_token: token, refresh_token: `re-${token}`, token_type: "Bearer", expires_in: 3600 };
}

interface Operation {
  /** Prepares the client before the operation. */
  readonly before?: (client: Client) => Promise<unknown>;
  readonly run: (client: Client, signal: AbortSignal, before: unknown) => Promise<unknown>;
  readonly options?: (outside: Outside) => ClientOptions;
  readonly ends?: (client: Client) => void;
}

const abortAuthorize = (client: Client) => client.AbortAuthorize();
const signIn = (client: Client) => client.signIn({ scopes });
const ownServer = ({ grant }: Outside) => ({ exchangeCode: grant, refreshToken: grant });
const getToken = (client: Client, signal: AbortSignal) =>
  client.GetToken(applicationId, "c0de", verifier, redirectUri, { signal });

const operations: Readonly<Record<string, Operation>> = {
  Authorize: { run: (client, signal) => client.Authorize({ scopes }, { signal }), ends: abortAuthorize },
  signIn: { run: (client, signal) => client.signIn({ scopes, signal }), ends: abortAuthorize },
  "signIn with the game's own server": {
    run: (client, signal) => client.signIn({ scopes, signal }),
    options: ownServer,
  },
  "signIn with stored tokens": {
    before: signIn,
    run: (client, signal) => client.signIn({ scopes, signal }),
    ends: abortAuthorize,
  },
  "signIn with expired tokens": {
    before: async (client) => {
      await signIn(client);
      vi.setSystemTime(Date.now() + 7_200_000);
    },
    run: (client, signal) => client.signIn({ scopes, signal }),
    ends: abortAuthorize,
  },
  "session.accessToken": {
    before: signIn,
    run: (_client, signal, session) => (session as Session).accessToken({ signal }),
  },
  "session.accessToken that refreshes": {
    before: signIn,
    run: (_client, signal, session) => (session as Session).accessToken({ signal, rejected: token }),
  },
  "session.accessToken that refreshes on the game's own server": {
    before: signIn,
    run: (_client, signal, session) => (session as Session).accessToken({ signal, rejected: token }),
    options: ownServer,
  },
  signOut: { before: signIn, run: (client, signal) => client.signOut({ signal }) },
  GetToken: { run: getToken },
  "GetToken with the game's own server": { run: getToken, options: ownServer },
  RefreshToken: { run: (client, signal) => client.RefreshToken(applicationId, token, { signal }) },
  "RefreshToken with the game's own server": {
    run: (client, signal) => client.RefreshToken(applicationId, token, { signal }),
    options: ownServer,
  },
  RevokeToken: { run: (client, signal) => client.RevokeToken(applicationId, token, { signal }) },
  ExchangeChildToken: { run: (client, signal) => client.ExchangeChildToken(token, "2", { signal }) },
  FetchCurrentUser: { run: (client, signal) => client.FetchCurrentUser(Bearer, token, { signal }) },
  GetProvisionalToken: {
    run: (client, signal) => client.GetProvisionalToken(applicationId, OIDC, "proof", { signal }),
  },
  GetTokenFromProvisionalMerge: {
    run: (client, signal) =>
      client.GetTokenFromProvisionalMerge(applicationId, "c", verifier, redirectUri, OIDC, "proof", {
        signal,
      }),
  },
  UnmergeIntoProvisionalAccount: {
    run: (client, signal) => client.UnmergeIntoProvisionalAccount(applicationId, OIDC, "proof", { signal }),
  },
  GetTokenFromDevice: {
    run: (client, signal) => client.GetTokenFromDevice({ scopes }, { signal, onPrompt: () => undefined }),
    ends: (client) => client.AbortGetTokenFromDevice(),
  },
};

let clients: Client[];
beforeEach(() => {
  clients = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients) await client.close();
});

async function prepare({ options, before }: Operation) {
  const outside = new Outside();
  const { store, fetch, openBrowser } = outside;
  const client = new Client({ applicationId, store, fetch, openBrowser, ...options?.(outside) });
  clients.push(client);
  const done = await before?.(client);
  outside.calls.length = 0;
  return { outside, client, done };
}

/**
 * Waits while pending work, including sockets and files, makes progress. The clock advances only for the device flow's polling interval.
 */
async function until(isReached: () => boolean): Promise<void> {
  for (let turn = 0; !isReached(); turn += 1) {
    if (turn > 5_000) throw new Error("It is never reached.");
    await Promise.all([new Promise(setImmediate), access(".")]);
    if (turn % 500 === 499) vi.advanceTimersByTime(5_000);
  }
}

/** Returns the external calls that `operation` makes, in order. */
async function callsOf(operation: Operation): Promise<string[]> {
  const { outside, client, done } = await prepare(operation);
  let isOver = false;
  const running = operation.run(client, new AbortController().signal, done);
  void running.finally(() => (isOver = true)).catch(() => undefined);
  await until(() => isOver);
  await running;
  return [...outside.calls];
}

describe.each(Object.entries(operations))("%s", (_name, operation) => {
  const ends: Record<string, (client: Client, stop: AbortController) => unknown> = {
    "its signal": (_client, stop) => stop.abort(),
    "closing the client": (client) => client.close(),
    ...(operation.ends && { "its own abort method": operation.ends }),
  };

  it.each(Object.entries(ends))("is aborted by %s during every external call", async (_end, end) => {
    const calls = await callsOf(operation);
    expect(calls.length).toBeGreaterThan(0);
    for (let hangAt = 1; hangAt <= calls.length; hangAt += 1) {
      const { outside, client, done } = await prepare(operation);
      outside.hangAt = hangAt;
      const stop = new AbortController();
      const running = operation.run(client, stop.signal, done);
      const error = running.then(
        () => "it went through",
        (reason: unknown) => reason,
      );
      await until(() => outside.isHanging);
      void end(client, stop);
      const when = `at ${calls[hangAt - 1]}, call ${hangAt}`;
      await expect(error, when).resolves.toMatchObject({ type: 7, code: "aborted" });
    }
  });
});

describe("an aborted operation", () => {
  it("does nothing further when the pending call resolves", async () => {
    let goOn: () => void = () => undefined;
    const store = memoryTokenStore();
    const opened: string[] = [];
    const client = new Client({
      applicationId,
      store: { ...store, probe: () => new Promise<void>((resolve) => (goOn = resolve)) },
      openBrowser: (url) => void opened.push(url),
    });
    clients.push(client);
    const running = client.signIn({ scopes });
    client.AbortAuthorize();
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    goOn();
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    expect(opened).toEqual([]);
  });

  it("does not open a browser if it is aborted in onAuthorizeUrl", async () => {
    const opened: string[] = [];
    const client = new Client({ applicationId, openBrowser: (url) => void opened.push(url) });
    clients.push(client);
    const running = client.Authorize({ scopes }, { onAuthorizeUrl: () => client.AbortAuthorize() });
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    expect(opened).toEqual([]);
  });

  it("stores the tokens from a refresh that was sent before the client was closed", async () => {
    const { outside, client, done } = await prepare({ before: signIn, run: () => Promise.resolve() });
    let answer: () => void = () => undefined;
    const fresh = { ...answerAt("/token"), access_token: "a-newer-token-0123456789" };
    const fetchSpy = vi.fn(
      () =>
        new Promise<Response>((resolve) => {
          answer = () => resolve(Response.json(fresh));
        }),
    );
    const late = new Client({ applicationId, store: outside.store, fetch: fetchSpy });
    clients.push(late);
    const session = await late.signIn({ scopes });
    expect(session.scopes).toBe((done as Session).scopes);
    const refreshing = session.accessToken({ rejected: token });
    refreshing.catch(() => undefined);
    await until(() => fetchSpy.mock.calls.length > 0);
    void late.close();
    await expect(refreshing).rejects.toMatchObject({ code: "aborted" });
    answer();
    await until(() => outside.calls.includes("store.set"));
    expect(await outside.store.get(`discord.com/${applicationId}`)).toContain(fresh.access_token);
    await client.close();
  });
});

it("rejects token requests and calls after the client is closed", async () => {
  const { client, done } = await prepare({ before: signIn, run: () => Promise.resolve() });
  await client.close();
  const closed = { type: 5, code: "client_closed" };
  await expect((done as Session).accessToken()).rejects.toMatchObject(closed);
  for (const { run } of Object.values(operations)) {
    await expect(run(client, new AbortController().signal, done)).rejects.toMatchObject(closed);
  }
});

const listeners = () => process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;

it.each<[string, (client: Client) => Promise<unknown>]>([
  ["signIn", (client) => client.signIn({ scopes })],
  ["restoreSession", (client) => client.restoreSession()],
  ["Authorize", (client) => client.Authorize({ scopes })],
])(
  "%s makes no external calls and leaves no listener open if the client is closed during a lazy import",
  async (_name, begin) => {
    const before = listeners();
    const outside = new Outside();
    const { store, fetch, openBrowser } = outside;
    const client = new Client({ store, fetch, openBrowser });
    client.SetApplicationId(applicationId);
    const begun = begin(client);
    await client.close();
    await expect(begun).rejects.toMatchObject({ code: "aborted" });
    await Promise.all([
      import("../../src/sign-in/sign-in.ts"),
      import("../../src/client/open-connection.ts"),
    ]);
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    expect([outside.calls, listeners()]).toEqual([[], before]);
  },
);
