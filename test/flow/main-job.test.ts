import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import type { ClientOptions } from "../../src/client/options.ts";
import { CommandsClient } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";

let emulator: Emulator;
let client: Client;

function createClient(options: ClientOptions = {}): Client {
  return new Client({
    applicationId: emulator.application.id,
    apiBase: emulator.apiBase,
    webBase: emulator.webBase,
    openBrowser: emulator.player().browser(),
    store: memoryTokenStore(),
    ...options,
  });
}

beforeEach(async () => {
  emulator = await startEmulator({ world: { applications: [{ activities: true }] } });
  client = createClient();
});
afterEach(async () => {
  await client.close();
  await emulator.close();
});

describe("the main flow", () => {
  it("signs in step by step, as in the vendor's documentation", async () => {
    const verifier = client.CreateAuthorizationCodeVerifier();
    const scopes = Client.GetDefaultPresenceScopes();
    const { code, redirectUri } = await client.Authorize({ scopes, codeChallenge: verifier.Challenge() });
    const token = await client.GetToken(emulator.application.id, code, verifier.Verifier(), redirectUri);
    expect(token).toMatchObject({ tokenType: 1, expiresIn: 604800, scopes });

    expect(client.IsAuthenticated()).toBe(false);
    await client.UpdateToken(AuthorizationTokenType.Bearer, token.accessToken);
    expect(client.IsAuthenticated()).toBe(true);

    const user = await client.FetchCurrentUser(AuthorizationTokenType.Bearer, token.accessToken);
    expect(user).toMatchObject({ id: emulator.players[0].id, name: "Ada" });

    await client.RevokeToken(emulator.application.id, token.accessToken);
    await expect(
      client.FetchCurrentUser(AuthorizationTokenType.Bearer, token.accessToken),
    ).rejects.toMatchObject({
      type: 2,
      status: 401,
    });
    await expect(
      client.RefreshToken(emulator.application.id, token.refreshToken ?? ""),
    ).rejects.toMatchObject({
      code: "invalid_grant",
    });
  });

  it("restores the session without a prompt in the next client that uses the same store", async () => {
    const store = memoryTokenStore();
    const first = createClient({ store });
    const session = await first.signIn({ scopes: "openid identify" });
    const token = await session.accessToken();
    await first.close();

    const openBrowser = () => Promise.reject(new Error("nobody may be asked"));
    const second = createClient({ store, openBrowser });
    expect(await (await second.signIn({ scopes: "identify" })).accessToken()).toBe(token);
    await second.close();
  });

  it("exchanges a refresh token for a new token pair and invalidates the old refresh token", async () => {
    const { code, redirectUri, codeVerifier } = await client.Authorize({ scopes: "identify" });
    const old = await client.GetToken(
      emulator.application.id,
      code,
      codeVerifier?.Verifier() ?? "",
      redirectUri,
    );
    const fresh = await client.RefreshToken(emulator.application.id, old.refreshToken ?? "");
    expect(fresh.accessToken).not.toBe(old.accessToken);
    await expect(client.RefreshToken(emulator.application.id, old.refreshToken ?? "")).rejects.toMatchObject({
      type: 2,
      status: 400,
      code: "invalid_grant",
    });
  });

  it("checks the nonce in the ID token", async () => {
    const exchange = async (options?: { readonly nonce: string }) => {
      const requested = { scopes: "openid identify", nonce: "a-nonce-of-mine" };
      const { code, redirectUri, codeVerifier } = await client.Authorize(requested);
      const verifier = codeVerifier?.Verifier() ?? "";
      return client.GetToken(emulator.application.id, code, verifier, redirectUri, options);
    };
    const { scopes, claims } = await exchange();
    expect([scopes, claims?.["nonce"]]).toEqual(["openid identify", "a-nonce-of-mine"]);
    await expect(exchange({ nonce: "another" })).rejects.toMatchObject({
      type: 8,
      code: "invalid_response",
      message: expect.stringContaining("an ID token whose nonce does not match the authorization request"),
    });
  });

  it("rejects with `access_denied` if the player declines", async () => {
    const denying = createClient({ openBrowser: emulator.player().browser({ answer: "deny" }) });
    await expect(denying.Authorize({ scopes: "identify" })).rejects.toMatchObject({
      type: 7,
      code: "access_denied",
    });
    await denying.close();
  });

  it("rejects a scope unknown to the service", async () => {
    await expect(client.Authorize({ scopes: "identify no.such.scope" })).rejects.toMatchObject({
      type: 8,
      code: "invalid_scope",
      hint: expect.stringContaining("Requested: identify no.such.scope"),
    });
  });

  it("rejects a code that is sent twice", async () => {
    const { code, redirectUri, codeVerifier } = await client.Authorize({ scopes: "identify" });
    const verifier = codeVerifier?.Verifier() ?? "";
    await client.GetToken(emulator.application.id, code, verifier, redirectUri);
    await expect(client.GetToken(emulator.application.id, code, verifier, redirectUri)).rejects.toMatchObject(
      {
        code: "invalid_grant",
      },
    );
  });

  it("returns the signed-in user if the player granted `identify`", async () => {
    const other = createClient({ store: memoryTokenStore() });
    const session = await other.signIn({ scopes: "identify" });
    expect(await session.user()).toMatchObject({ id: emulator.players[0].id, name: "Ada" });
    await other.signOut();
    const nameless = await other.signIn({ scopes: "openid" });
    await expect(nameless.user()).rejects.toMatchObject({
      code: "missing_access",
      hint: expect.stringContaining("identify"),
    });
    await other.close();
  });

  it("clears all tokens on sign-out", async () => {
    const store = memoryTokenStore();
    const other = createClient({ store });
    const session = await other.signIn({ scopes: "identify" });
    const token = await session.accessToken();
    expect(await other.signOut()).toEqual({});
    expect(other.IsAuthenticated()).toBe(false);
    await expect(other.FetchCurrentUser(AuthorizationTokenType.Bearer, token)).rejects.toMatchObject({
      status: 401,
    });
    expect(await other.signOut()).toEqual({});
    await other.close();
  });

  it("aborts one attempt with its signal and all attempts with AbortAuthorize", async () => {
    const waiting = createClient({ openBrowser: () => undefined });
    const controller = new AbortController();
    const attempts = [
      waiting.Authorize({ scopes: "identify" }, { signal: controller.signal }),
      waiting.Authorize({ scopes: "identify" }),
    ];
    controller.abort();
    await expect(attempts[0]).rejects.toMatchObject({ type: 7, code: "aborted" });
    waiting.AbortAuthorize();
    await expect(attempts[1]).rejects.toMatchObject({ type: 7, code: "aborted" });
    await waiting.close();
  });

  it("rejects bad input before starting anything", async () => {
    const opened: string[] = [];
    const careful = createClient({ applicationId: undefined, openBrowser: (url) => void opened.push(url) });
    const refused = [
      [careful.Authorize({ scopes: "identify" }), "missing_application_id"],
      [careful.Authorize({ scopes: "" }), "missing_scope"],
      [careful.Authorize({ scopes: 'ident"ify' }), "invalid_scope"],
      [careful.Authorize({ scopes: "identify", state: "" }), "invalid_state"],
      [careful.Authorize({ scopes: "identify", clientId: 1 as unknown as string }), "invalid_id"],
      [careful.GetToken("1", "", "v", "http://127.0.0.1/"), "missing_code"],
      [careful.GetToken("1", "code", "short", "http://127.0.0.1/"), "invalid_code_verifier"],
      [careful.GetToken("1", "code", "v".repeat(43), "nowhere"), "invalid_redirect_uri"],
      [careful.UpdateToken(AuthorizationTokenType.User, "token"), "invalid_token_type"],
      [careful.UpdateToken(AuthorizationTokenType.Bearer, ""), "missing_token"],
      [careful.RevokeToken("1", "two\nlines"), "missing_token"],
    ] as const;
    for (const [attempt, code] of refused) await expect(attempt).rejects.toMatchObject({ type: 6, code });
    expect(opened).toEqual([]);
    await careful.close();
    await expect(careful.Authorize({ scopes: "identify" })).rejects.toMatchObject({
      type: 5,
      code: "client_closed",
    });
  });

  it("registers the entry point with an application token and overwrites it with a bot token", async () => {
    const { id, clientSecret, botToken } = emulator.application;
    const command = { type: 4, name: "launch", description: "Play together", handler: 1 } as const;
    for (const credential of [{ clientId: id, clientSecret }, { botToken }]) {
      const commands = new CommandsClient({ applicationId: id, credential, apiBase: emulator.apiBase });
      await commands.global.create(command);
      const list = await commands.global.list();
      expect(list).toMatchObject([{ type: 4, name: "launch", handler: 1, application_id: id }]);
    }
  });
});
