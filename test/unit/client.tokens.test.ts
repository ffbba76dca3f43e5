import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RateLimiter } from "../../src/core/request/rate-limiter.ts";
import { Client } from "../../src/client.ts";
import type { ClientOptions } from "../../src/client/options.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { ClientError, ErrorType } from "../../src/core/errors.ts";
import { LoggingSeverity } from "../../src/log/logger.ts";
import { fileTokenStore } from "../../src/store/own-stores.ts";
import { createTokenHandler } from "../../src/server/handler.ts";
import { createPlayerTokens } from "../../src/server/player-tokens.ts";
import { memoryPlayerStore } from "../../src/server/memory-player-store.ts";
import { memoryTokenStore, type TokenStore } from "../../src/store/token-store.ts";
import { ownServer } from "../../src/tokens/own-server-hooks.ts";
import type { CodeExchangeRequest, TokenRefreshRequest } from "../../src/tokens/own-server.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";
import { AuthenticationExternalAuthType } from "../../src/wire/external-auth.ts";

let emulator: Emulator;
let store: TokenStore;
const clients: Client[] = [];

function createClient(options: ClientOptions = {}): Client {
  const client = new Client({
    applicationId: emulator.application.id,
    apiBase: emulator.apiBase,
    webBase: emulator.webBase,
    openBrowser: emulator.player().browser(),
    store,
    ...options,
  });
  clients.push(client);
  return client;
}

async function start(options: Parameters<typeof startEmulator>[0] = {}): Promise<void> {
  emulator = await startEmulator(options);
  store = memoryTokenStore();
}

beforeEach(() => start());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await emulator.close();
});

const bearer = AuthorizationTokenType.Bearer;

describe("Session", () => {
  it("refreshes once for two clients with the same store", async () => {
    const [one, two] = [createClient(), createClient()];
    const session = await one.signIn({ scopes: "identify" });
    const other = await two.signIn({ scopes: "identify" });
    const rejected = await session.accessToken();
    const tokens = await Promise.all([session.accessToken({ rejected }), other.accessToken({ rejected })]);
    expect(tokens[0]).toBe(tokens[1]);
    expect(tokens[0]).not.toBe(rejected);
    expect(await one.FetchCurrentUser(bearer, tokens[0])).toMatchObject({ name: "Ada" });
  });

  it("persists in an encrypted file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "slashpass-session-"));
    const path = join(folder, "tokens");
    const options = { store: fileTokenStore({ path, key: randomBytes(32) }) };
    const token = await (await createClient(options).signIn({ scopes: "identify" })).accessToken();
    expect(readFileSync(path).includes(token)).toBe(false);
    const openBrowser = () => Promise.reject(new Error("nobody may be asked"));
    const restored = await createClient({ ...options, openBrowser }).signIn({ scopes: "identify" });
    expect(await restored.accessToken()).toBe(token);
    rmSync(folder, { recursive: true });
  });

  it("is restored unchanged without a browser and can be signed out", async () => {
    await createClient().signIn({ scopes: "identify", account: "first" });
    const client = createClient({ openBrowser: () => Promise.reject(new Error("nobody may be asked")) });
    expect(await client.restoreSession()).toBeUndefined();
    const session = await client.restoreSession({ account: "first" });
    expect(session?.scopes).toBe("identify");
    expect(await session?.user()).toMatchObject({ name: "Ada" });
    expect(await client.signOut()).toEqual({});
    expect(await createClient().restoreSession({ account: "first" })).toBeUndefined();
    await expect(new Client({ store }).restoreSession()).rejects.toMatchObject({
      code: "missing_application_id",
    });
    await expect(client.restoreSession({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "aborted",
    });
  });

  it("distinguishes two players on one machine", async () => {
    const ada = await createClient().signIn({ scopes: "identify", account: "first" });
    const openBrowser = emulator.player("Grace").browser();
    const client = createClient({ openBrowser });
    const grace = await client.signIn({ scopes: "identify", account: "second" });
    expect(await client.FetchCurrentUser(bearer, await grace.accessToken())).toMatchObject({ name: "Grace" });
    await client.signOut();
    expect(await client.FetchCurrentUser(bearer, await ada.accessToken())).toMatchObject({ name: "Ada" });
  });

  it("keeps working and reports the error if the store fails after the sign-in", async () => {
    const locked = new ClientError({ type: ErrorType.Disabled, code: "keychain_locked", message: "locked" });
    vi.spyOn(store, "set").mockRejectedValue(locked);
    const client = createClient();
    const session = await client.signIn({ scopes: "identify" });
    expect(session.storeError).toBe(locked);
    expect(await client.FetchCurrentUser(bearer, await session.accessToken())).toMatchObject({ name: "Ada" });
  });

  it("requires a new sign-in at the next start if it was revoked elsewhere", async () => {
    const first = createClient();
    const session = await first.signIn({ scopes: "identify" });
    const token = await session.accessToken();
    await first.RevokeToken(emulator.application.id, token);
    await expect(session.accessToken({ rejected: token })).rejects.toMatchObject({ code: "session_ended" });
    const again = await createClient().signIn({ scopes: "identify" });
    expect(await again.accessToken()).not.toBe(token);
  });
});

describe("a confidential application", () => {
  /** Exchanges tokens with the secret, as the game's server does. */
  async function askAsServer(fields: Record<string, string>) {
    const { id, clientSecret } = emulator.application;
    const body = new URLSearchParams({ ...fields, client_id: id, client_secret: clientSecret });
    const answer = await fetch(`${emulator.apiBase}/oauth2/token`, { method: "POST", body });
    const grant = (await answer.json()) as Record<string, unknown>;
    return {
      accessToken: String(grant["access_token"]),
      refreshToken: String(grant["refresh_token"]),
      expiresIn: Number(grant["expires_in"]),
      scopes: String(grant["scope"]),
    };
  }

  beforeEach(async () => {
    await emulator.close();
    await start({ world: { applications: [{ publicClient: false }] } });
  });

  it("signs in and refreshes the token through its own server", async () => {
    const client = createClient({
      exchangeCode: ({ code, codeVerifier, redirectUri }: CodeExchangeRequest) =>
        askAsServer({
          grant_type: "authorization_code",
          code,
          code_verifier: codeVerifier,
          redirect_uri: redirectUri ?? "",
        }),
      refreshToken: ({ refreshToken }: TokenRefreshRequest) =>
        askAsServer({ grant_type: "refresh_token", refresh_token: refreshToken }),
    });
    const session = await client.signIn({ scopes: "identify" });
    const rejected = await session.accessToken();
    expect(await client.FetchCurrentUser(bearer, await session.accessToken({ rejected }))).toMatchObject({
      name: "Ada",
    });
  });

  it("gets another token if the service rejects one that the application's own server considers valid", async () => {
    const { id: applicationId, clientSecret } = emulator.application;
    const tokens = createPlayerTokens({
      applicationId,
      clientSecret,
      apiBase: emulator.apiBase,
      store: memoryPlayerStore(),
    });
    const handler = createTokenHandler({ tokens });
    const sent: string[] = [];
    const hooks = ownServer("https://game.example/tokens", {
      fetch: async (url, init) => {
        const request = new Request(url, init);
        sent.push(await request.clone().text());
        return handler(request);
      },
    });
    const session = await createClient(hooks).signIn({ scopes: "openid identify" });
    const rejected = await session.accessToken();
    const next = await session.accessToken({ rejected });
    expect(next).not.toBe(rejected);
    expect(sent.map((body) => body.includes(rejected))).toEqual([false, true]);
    expect(await tokens.accessToken(emulator.players[0].id)).toBe(next);
    // A caller that reports the same rejection later gets the current token.
    expect(await session.accessToken({ rejected })).toBe(next);
    expect(sent).toHaveLength(2);
  });

  it("suggests Public Client or exchangeCode if it has no server", async () => {
    await expect(createClient().signIn({ scopes: "identify" })).rejects.toMatchObject({
      type: 2,
      code: "invalid_client",
      status: 401,
      hint: expect.stringMatching(/Public Client.*exchangeCode/) as unknown,
    });
  });
});

describe("a client", () => {
  it("uses its latest token for all requests of an existing commands client", async () => {
    const received: (string | null)[] = [];
    const client = createClient({
      fetch: (url, init) => {
        received.push(new Headers(init.headers).get("authorization"));
        return fetch(url, init);
      },
    });
    const { permissions } = client.commands.guild("2234567890123456789");
    await client.UpdateToken(bearer, "first-token-0123456789");
    const refused = { status: 401 };
    await expect(permissions.edit("3234567890123456789", [])).rejects.toMatchObject(refused);
    await client.UpdateToken(bearer, "second-token-0123456789");
    await expect(permissions.edit("3234567890123456789", [])).rejects.toMatchObject(refused);
    expect(received).toEqual(["Bearer first-token-0123456789", "Bearer second-token-0123456789"]);
  });

  it("shares rate limits between commands and api, even after the timeout is set", async () => {
    const enter = vi.spyOn(RateLimiter.prototype, "enter");
    const client = createClient({ fetch: async () => new Response("[]", { status: 200 }) });
    await client.UpdateToken(bearer, "first-token-0123456789");
    await client.api.currentUser.guilds.list();
    client.SetHttpRequestTimeout(1000);
    await client.commands
      .guild("2234567890123456789")
      .permissions.edit("3234567890123456789", [])
      .catch(() => undefined);
    expect(enter).toHaveBeenCalledTimes(2);
    expect(enter.mock.contexts[1]).toBe(enter.mock.contexts[0]);
  });

  it("logs warnings from API calls", async () => {
    const lines: string[] = [];
    const stored = { id: "7", application_id: "8", version: "9", name: "ping", description: "Pong" };
    const client = createClient({
      applicationCredential: { botToken: "the-token-of-the-bot-0123456789" },
      fetch: async () => new Response(JSON.stringify(stored), { status: 200 }),
    });
    client.AddLogCallback((line) => void lines.push(line), LoggingSeverity.Warning);
    await client.commands.global.create({ name: "ping", description: "Pong", dm_permission: false });
    await expect.poll(() => lines.join("\n")).toContain("dm_permission: false is deprecated.");
  });

  it("calls the expiration callback once", async () => {
    const client = createClient();
    let calls = 0;
    const called = new Promise<void>((resolve) => {
      client.SetTokenExpirationCallback(() => {
        calls++;
        resolve();
      });
    });
    await client.UpdateToken(bearer, "unknown-token-0123456789");
    await called;
    await client.UpdateToken(bearer, "unknown-token-0123456789");
    expect(calls).toBe(1);
  });
});

it("rejects with `timeout` if a request takes too long", async () => {
  const client = createClient({
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      }),
  });
  client.SetHttpRequestTimeout(1);
  await expect(client.RefreshToken(emulator.application.id, "refresh-0123456789")).rejects.toMatchObject({
    type: 1,
    code: "timeout",
  });
});

it("never shows or logs tokens", async () => {
  const client = createClient();
  const printed: string[] = [];
  client.AddLogCallback((message) => printed.push(message), LoggingSeverity.Verbose);
  const session = await client.signIn({ scopes: "openid identify" });
  const first = await session.accessToken();
  const second = await session.accessToken({ rejected: first });
  const record = (await store.get(`${new URL(emulator.webBase).host}/${emulator.application.id}`)) ?? "";
  const { a: accessToken, r: refreshToken } = JSON.parse(record) as { a: string; r: string };
  const user = await client.FetchCurrentUser(bearer, second);
  const dead = await client.FetchCurrentUser(bearer, first).catch((error: unknown) => error);
  const report = await client.signOut();
  const ended = await session.accessToken().catch((error: unknown) => error);
  for (const value of [client, session, user, dead, report, ended, store]) {
    printed.push(
      inspect(value, { depth: 20, showHidden: true, getters: true }),
      JSON.stringify(value),
      String(value),
    );
  }
  // Printing the store shows only its functions.
  const everything = printed.join("\n");
  for (const secret of [first, second, accessToken, refreshToken]) {
    expect(secret.length).toBeGreaterThan(8);
    expect(everything.includes(secret)).toBe(false);
  }
});

describe("an error from a game's callback", () => {
  const exchange = async (client: Client) => {
    const { code, redirectUri, codeVerifier } = await client.Authorize({ scopes: "identify" });
    const verifier = codeVerifier?.Verifier() ?? "";
    return client.GetToken(emulator.application.id, code, verifier, redirectUri);
  };
  const ticket = [AuthenticationExternalAuthType.SteamSessionTicket, "a ticket"] as const;

  it.each<[string, (client: Client) => Promise<string | undefined>]>([
    [
      "a token passed to UpdateToken",
      async (client) => {
        await client.UpdateToken(bearer, "token-of-the-caller-0123456789");
        return "token-of-the-caller-0123456789";
      },
    ],
    [
      "a token passed to FetchCurrentUser",
      async (client) => {
        await client.FetchCurrentUser(bearer, "asked-of-the-service-0123456789").catch(() => undefined);
        return "asked-of-the-service-0123456789";
      },
    ],
    ["an access token received for a code", async (client) => (await exchange(client)).accessToken],
    ["a refresh token", async (client) => (await exchange(client)).refreshToken],
    [
      "a refreshed access token",
      async (client) => {
        const { refreshToken = "" } = await exchange(client);
        return (await client.RefreshToken(emulator.application.id, refreshToken)).accessToken;
      },
    ],
    [
      "a session's access token",
      async (client) => (await client.signIn({ scopes: "identify" })).accessToken(),
    ],
    [
      "a session's refreshed token",
      async (client) => {
        const session = await client.signIn({ scopes: "identify" });
        return session.accessToken({ rejected: await session.accessToken() });
      },
    ],
    [
      "a session's rejected token",
      async (client) => {
        const session = await client.signIn({ scopes: "identify" });
        const rejected = await session.accessToken();
        await session.accessToken({ rejected });
        return rejected;
      },
    ],
    [
      "a provisional account's token",
      async (client) => (await client.GetProvisionalToken(emulator.application.id, ...ticket)).accessToken,
    ],
    [
      "a child application's token",
      async (client) => {
        const { accessToken } = await exchange(client);
        const child = emulator.addApplication({ parentApplication: emulator.application.id });
        return (await client.ExchangeChildToken(accessToken, child.id)).accessToken;
      },
    ],
  ])("is logged after masking %s", async (_, tokenOf) => {
    const client = createClient();
    const token = (await tokenOf(client)) ?? expect.unreachable();
    const lines: string[] = [];
    client.AddLogCallback((message) => lines.push(message), LoggingSeverity.Verbose);
    await client.Authorize(
      { scopes: "identify" },
      {
        onAuthorizeUrl: () => {
          throw new Error(`no page for ${token}`);
        },
      },
    );
    expect(lines).toContain("[callback] onAuthorizeUrl failed: Error: no page for [redacted]");
    expect(lines.join("\n")).not.toContain(token);
  });
});

describe("a provisional account with an OpenID Connect provider", () => {
  const proofs = [AuthenticationExternalAuthType.OIDC, "first proof"] as const;

  it("signs in again with a fresh proof when its token expires and never refreshes the token", async () => {
    const { id } = emulator.application;
    const sent: string[] = [];
    const used: (string | null)[] = [];
    let isOver = false;
    const client = createClient({
      fetch: async (url, init) => {
        const { pathname } = new URL(url);
        const body = await new Response(init.body).text();
        sent.push(`${pathname.replace("/api/v10", "")} ${body}`);
        const authorization = new Headers(init.headers).get("authorization");
        // The emulator's scopes differ from those in the published description.
        if (pathname.endsWith("/oauth2/@me") && !isOver) return new Response(null, { status: 503 });
        used.push(authorization);
        return fetch(url, init);
      },
    });
    const first = await client.GetProvisionalToken(id, ...proofs);
    await client.UpdateToken(bearer, first.accessToken);
    await client.api.currentUser.guilds.list();
    emulator.advance("61m");
    isOver = true;
    await expect(client.FetchCurrentUser(bearer, first.accessToken)).rejects.toMatchObject({ status: 401 });
    await new Promise<void>((ended) => client.SetTokenExpirationCallback(ended));
    isOver = false;
    const second = await client.GetProvisionalToken(id, proofs[0], "second proof");
    expect(second.accessToken).not.toBe(first.accessToken);
    await client.UpdateToken(bearer, second.accessToken);
    await client.api.currentUser.guilds.list();
    expect(used.at(-1)).toBe(`Bearer ${second.accessToken}`);
    expect(sent.filter((request) => request.startsWith("/partner-sdk/token"))).toHaveLength(2);
    expect(sent.join("\n")).not.toMatch(/refresh_token|\/oauth2\/token/);
  });
});
