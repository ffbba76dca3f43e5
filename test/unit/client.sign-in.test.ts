import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  AuthenticationExternalAuthType,
  AuthorizationTokenType,
  Client,
  ClientError,
  type ClientOptions,
  ErrorType,
  LoggingSeverity,
  memoryTokenStore,
} from "../../src/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";

const scopes = "openid sdk.social_layer";
const identity = { externalAuthType: AuthenticationExternalAuthType.OIDC, externalAuthToken: "an identity" };
let emulator: Emulator;
const opened: Client[] = [];
const lines: string[] = [];

beforeAll(async () => {
  emulator = await startEmulator();
  return () => emulator.close();
});
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
  lines.length = 0;
});

function clientWith(options: ClientOptions = {}): Client {
  const client = new Client({
    ...emulator.clientOptions(),
    store: memoryTokenStore(),
    openBrowser: emulator.player("Ada").browser(),
    ...options,
  });
  client.AddLogCallback((line, severity) => lines.push(`${severity} ${line}`), LoggingSeverity.Info);
  opened.push(client);
  return client;
}

const aborted = { code: "aborted" };
const inProgress = { type: 3, code: "sign_in_in_progress" };

/** A `fetch` whose requests to `path` fail. */
function losing(path: string): typeof fetch {
  return (url, init) =>
    (url as string).endsWith(path) ? Promise.reject(new Error("lost")) : globalThis.fetch(url, init);
}

describe("a sign-in while another is pending", () => {
  const waiting = (openBrowser = vi.fn()) => ({ openBrowser, client: clientWith({ openBrowser }) });

  it("is rejected and logged for the same account but starts for another one", async () => {
    const { client, openBrowser } = waiting();
    const first = client.signIn({ scopes });
    await expect(client.signIn({ scopes })).rejects.toMatchObject(inProgress);
    expect(lines.at(-1)).toMatch(/^3 \[client\] The sign-in ended with sign_in_in_progress: /);
    const other = client.signIn({ scopes, account: "another" });
    await expect.poll(() => openBrowser.mock.calls.length).toBe(2);
    client.AbortAuthorize();
    await expect(first).rejects.toMatchObject(aborted);
    await expect(other).rejects.toMatchObject(aborted);
  });

  it("starts after the first sign-in is aborted and then blocks a third one", async () => {
    const { client } = waiting();
    const ending = new AbortController();
    const first = client.signIn({ scopes, signal: ending.signal });
    ending.abort();
    const second = client.signIn({ scopes });
    await expect(first).rejects.toMatchObject(aborted);
    await expect(client.signIn({ scopes })).rejects.toMatchObject(inProgress);
    client.AbortAuthorize();
    await expect(second).rejects.toMatchObject(aborted);
  });

  it("does not prevent restoring a session", async () => {
    const store = memoryTokenStore();
    await clientWith({ store }).signIn({ scopes });
    const client = clientWith({ store, openBrowser: () => undefined });
    const asking = client.signIn({ scopes: `${scopes} email` });
    const session = await client.restoreSession();
    expect(await session?.accessToken()).toEqual(expect.any(String));
    client.AbortAuthorize();
    await expect(asking).rejects.toMatchObject(aborted);
    expect(client.IsAuthenticated()).toBe(true);
  });
});

describe("Client.signOut", () => {
  it("does nothing if there is no session", async () => {
    expect(await clientWith().signOut()).toEqual({});
    expect(lines).toEqual(["2 [client] the player is now signed out"]);
  });

  it("revokes a guest's token", async () => {
    const client = clientWith();
    const { accessToken } = await client.GetProvisionalToken(
      emulator.application.id,
      identity.externalAuthType,
      identity.externalAuthToken,
    );
    await client.UpdateToken(AuthorizationTokenType.Bearer, accessToken);
    expect(await client.signOut()).toEqual({});
    expect(lines.at(-1)).toBe("2 [client] the player is now signed out");
    const asking = client.FetchCurrentUser(AuthorizationTokenType.Bearer, accessToken);
    await expect(asking).rejects.toMatchObject({ status: 401 });
  });

  it("reports that a guest's token cannot be revoked", async () => {
    const client = clientWith({ fetch: losing("/revoke") });
    await client.UpdateToken(AuthorizationTokenType.Bearer, "a-token-of-a-guest");
    const report = await client.signOut();
    expect(report).toMatchObject({ revocationError: { code: "network_error" } });
    expect(lines.at(-2)).toMatch(/^3 \[client\] Signing out ended with network_error: /);
    expect(client.IsAuthenticated()).toBe(false);
  });

  it("deletes an account's tokens even if they cannot be revoked", async () => {
    const store = memoryTokenStore();
    const client = clientWith({ store, fetch: losing("/revoke") });
    await client.signIn({ scopes });
    expect(await client.signOut()).toMatchObject({ revocationError: { code: "network_error" } });
    expect(await clientWith({ store }).restoreSession()).toBeUndefined();
  });
});

describe("with several accounts", () => {
  const players = { one: "Ada", two: "Grace" } as const;

  /** Returns a client with both accounts signed in. The second one is current. */
  async function signedIn(store = memoryTokenStore()) {
    const names = Object.keys(players) as (keyof typeof players)[];
    const client = clientWith({
      store,
      openBrowser: (url) => emulator.player(players[names.shift() ?? "one"]).browser()(url),
    });
    const one = await client.signIn({ scopes, account: "one" });
    const two = await client.signIn({ scopes, account: "two" });
    return { client, one, two, store };
  }
  const listed = async (client: Client) =>
    (await client.listAccounts()).map(({ account, player }) => [account, player?.name]);

  it("lists the accounts with their players, even in another client with the same store", async () => {
    const { client, store } = await signedIn();
    const all = [
      ["one", "Ada"],
      ["two", "Grace"],
    ];
    expect(await listed(client)).toEqual(all);
    expect(await listed(clientWith({ store }))).toEqual(all);
    expect(await listed(clientWith())).toEqual([]);
  });

  it("signs out an account by name and keeps the current session", async () => {
    const { client, one, two } = await signedIn();
    expect(await client.signOut({ account: "one" })).toEqual({});
    await expect(one.accessToken()).rejects.toMatchObject({ code: "session_ended" });
    expect(await two.accessToken()).not.toBe("");
    expect(client.IsAuthenticated()).toBe(true);
    expect(await listed(client)).toEqual([["two", "Grace"]]);
    expect(await client.signOut({ account: "three" })).toEqual({});
    expect(await client.signOut()).toEqual({});
    expect(client.IsAuthenticated()).toBe(false);
    expect(await listed(client)).toEqual([]);
  });

  it("signs out an account by name even if the client has no session for it", async () => {
    const { two, store } = await signedIn();
    const other = clientWith({ store });
    expect(await other.restoreSession({ account: "three" })).toBeUndefined();
    expect(await other.signOut({ account: "one" })).toEqual({});
    expect(await other.restoreSession({ account: "one" })).toBeUndefined();
    expect(await two.accessToken()).not.toBe("");
  });

  it("signs out accounts through their sessions and stays authenticated until the current session ends", async () => {
    const { client, one, two } = await signedIn();
    expect(await one.signOut()).toEqual({});
    expect(client.IsAuthenticated()).toBe(true);
    expect(await two.signOut()).toEqual({});
    expect(client.IsAuthenticated()).toBe(false);
    expect(await listed(client)).toEqual([]);
  });

  it("omits an account if another program has deleted its record", async () => {
    const { client, store } = await signedIn();
    const host = new URL(emulator.webBase).host;
    await store.delete(`${host}/${emulator.application.id}/one`);
    expect(await listed(client)).toEqual([["two", "Grace"]]);
  });

  it("does not sign out another account if the requested one is not found", async () => {
    const { client, two } = await signedIn();
    expect(await client.restoreSession({ account: "three" })).toBeUndefined();
    expect(client.IsAuthenticated()).toBe(false);
    expect(await client.signOut()).toEqual({});
    expect(await two.accessToken()).not.toBe("");
  });

  it("keeps an account in the list if its tokens cannot be deleted", async () => {
    const store = memoryTokenStore();
    const fail = () => Promise.reject(new ClientError({ type: 4, code: "keychain_failed", message: "no" }));
    const { client } = await signedIn({ ...store, delete: fail });
    const report = await client.signOut({ account: "one" });
    expect(report).toMatchObject({ storeError: { code: "keychain_failed" } });
    expect(await listed(client)).toContainEqual(["one", "Ada"]);
  });

  it("reports during sign-out that the store cannot be read", async () => {
    const fail = () => Promise.reject(new ClientError({ type: 4, code: "keychain_failed", message: "no" }));
    const client = clientWith({ store: { ...memoryTokenStore(), get: fail } });
    const report = await client.signOut({ account: "one" });
    expect(report).toMatchObject({ storeError: { code: "keychain_failed" } });
  });

  it("signs accounts in and out even if the account list cannot be read", async () => {
    const store = memoryTokenStore();
    const failing = (record: string) => record.endsWith(" accounts");
    const { client } = await signedIn({
      ...store,
      get: (record) => (failing(record) ? Promise.reject(new Error("s3cret")) : store.get(record)),
    });
    expect(client.IsAuthenticated()).toBe(true);
    expect(lines.join("\n")).toContain("the account is not listed: ");
    expect(await client.signOut({ account: "one" })).toEqual({});
    expect(lines.join("\n")).toContain("the account is still listed: ");
  });
});

it("downloads the player's avatar from the emulator", async () => {
  const client = clientWith();
  const session = await client.signIn({ scopes });
  for (const player of [session.player, await session.user(), (await client.listAccounts())[0]?.player]) {
    const picture = await fetch(player?.avatarUrl(64) ?? "");
    expect(picture.url).toContain(`${emulator.webBase}/embed/avatars/`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  }
});

describe("with an unusable store", () => {
  const broken = (code: "keychain_failed" | "keychain_locked" | "store_unreadable" | "keychain_absent") =>
    new ClientError({ type: ErrorType.Disabled, code, message: "it does not work" });

  it.each([
    ["probing the store", "probe", "keychain_locked"],
    ["reading", "get", "keychain_failed"],
    ["every operation", "all", "store_unreadable"],
  ] as const)("signs in even if %s fails", async (_what, method, code) => {
    const store = memoryTokenStore();
    const fail = () => Promise.reject(broken(code));
    const all = { probe: fail, get: fail, set: fail, delete: fail, exclusively: fail };
    const client = clientWith({ store: { ...store, ...(method === "all" ? all : { [method]: fail }) } });
    const session = await client.signIn({ scopes });
    expect(session.player?.name).toBe("Ada");
    expect(session.storeError?.code).toBe(code);
    expect(await store.get(`${new URL(emulator.webBase).host}/${emulator.application.id}`)).toBeUndefined();
    expect(await session.accessToken()).not.toBe("");
    expect(lines.join("\n")).toContain("3 [session] the tokens are in memory only: it does not work");
    if (method !== "probe") await expect(client.restoreSession()).rejects.toMatchObject({ code });
  });

  it("does not sign in if there is no keychain", async () => {
    const store = { ...memoryTokenStore(), probe: () => Promise.reject(broken("keychain_absent")) };
    await expect(clientWith({ store }).signIn({ scopes })).rejects.toMatchObject({ code: "keychain_absent" });
  });
});

describe("signing in as a guest", () => {
  it("merges the guest into the account and then uses the account's session", async () => {
    const client = clientWith();
    const { id } = emulator.application;
    const { externalAuthType: type, externalAuthToken: token } = {
      ...identity,
      externalAuthToken: "of Grace",
    };
    const guest = await client.GetProvisionalToken(id, type, token);
    await client.UpdateToken(AuthorizationTokenType.Bearer, guest.accessToken);
    const session = await client.signIn({
      scopes,
      guest: { externalAuthType: type, externalAuthToken: token },
    });
    expect(session.player?.name).toBe("Ada");
    await expect(client.GetProvisionalToken(id, type, token)).rejects.toMatchObject({
      code: "account_linked",
      errorCode: 530010,
    });
    expect(await client.signOut()).toEqual({});
  });
});

describe("a failed call", () => {
  it("is logged once with its code and hint, as a warning unless the caller aborted it", async () => {
    const client = clientWith({ openBrowser: () => Promise.reject(new Error("none")) });
    await expect(client.signIn({ scopes })).rejects.toMatchObject({ code: "browser_unavailable" });
    const ends = lines.filter((line) => line.includes(" ended with "));
    expect(ends).toEqual([
      expect.stringMatching(/^3 \[client\] The sign-in ended with browser_unavailable: .* omit it/),
    ]);
    await expect(client.restoreSession({ signal: AbortSignal.abort() })).rejects.toMatchObject(aborted);
    expect(lines.at(-1)).not.toContain("aborted");
    const ending = new AbortController();
    const asking = clientWith({ openBrowser: () => ending.abort() }).signIn({
      scopes,
      signal: ending.signal,
    });
    await expect(asking).rejects.toMatchObject(aborted);
    expect(lines.at(-1)).toBe("2 [client] The sign-in ended with aborted: The sign-in was aborted.");
  });

  it("is logged without a custom store's error message", async () => {
    const store = { ...memoryTokenStore(), get: () => Promise.reject(new Error("secret")) };
    await expect(clientWith({ store }).restoreSession()).rejects.toMatchObject({ code: "store_failed" });
    expect(lines.at(-1)).toMatch(/^3 \[client\] Restoring the session ended with store_failed: /);
    expect(lines.join("\n")).not.toContain("secret");
  });
});
