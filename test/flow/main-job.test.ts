import { afterAll, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { CommandsClient } from "../../src/commands/index.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";

const emulator = await startEmulator({ world: { applications: [{ activities: true }] } });
const { id, clientSecret, botToken } = emulator.application;
const client = new Client({
  ...emulator.clientOptions(),
  openBrowser: emulator.player().browser(),
  store: memoryTokenStore(),
});
afterAll(async () => {
  await client.close();
  await emulator.close();
});

describe("the main flow", () => {
  it("signs in step by step, as in the vendor's documentation", async () => {
    const verifier = client.CreateAuthorizationCodeVerifier();
    const scopes = Client.GetDefaultPresenceScopes();
    const { code, redirectUri } = await client.Authorize({ scopes, codeChallenge: verifier.Challenge() });
    const token = await client.GetToken(id, code, verifier.Verifier(), redirectUri);
    expect(token).toMatchObject({ tokenType: 1, expiresIn: 604800, scopes });

    expect(client.IsAuthenticated()).toBe(false);
    await client.UpdateToken(AuthorizationTokenType.Bearer, token.accessToken);
    expect(client.IsAuthenticated()).toBe(true);

    const fetchUser = () => client.FetchCurrentUser(AuthorizationTokenType.Bearer, token.accessToken);
    expect(await fetchUser()).toMatchObject({ id: emulator.players[0].id, name: "Ada" });

    await client.RevokeToken(id, token.accessToken);
    await expect(fetchUser()).rejects.toMatchObject({ type: 2, status: 401 });
    const refresh = client.RefreshToken(id, token.refreshToken ?? "");
    await expect(refresh).rejects.toMatchObject({ code: "invalid_grant" });
  });

  it("checks the nonce in the ID token", async () => {
    const exchange = async (options?: { readonly nonce: string }) => {
      const requested = { scopes: "openid identify", nonce: "a-nonce-of-mine" };
      const { code, redirectUri, codeVerifier } = await client.Authorize(requested);
      return client.GetToken(id, code, codeVerifier?.Verifier() ?? "", redirectUri, options);
    };
    const { scopes, claims } = await exchange();
    expect([scopes, claims?.["nonce"]]).toEqual(["openid identify", "a-nonce-of-mine"]);
    await expect(exchange({ nonce: "another" })).rejects.toMatchObject({
      type: 8,
      code: "invalid_response",
      message: expect.stringContaining("an ID token whose nonce does not match the authorization request"),
    });
  });

  it("registers the entry point with an application token and overwrites it with a bot token", async () => {
    const command = { type: 4, name: "launch", description: "Play together", handler: 1 } as const;
    for (const credential of [{ clientId: id, clientSecret }, { botToken }]) {
      const commands = new CommandsClient({ applicationId: id, credential, apiBase: emulator.apiBase });
      await commands.global.create(command);
      const list = await commands.global.list();
      expect(list).toMatchObject([{ type: 4, name: "launch", handler: 1, application_id: id }]);
    }
  });
});
