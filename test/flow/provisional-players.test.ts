import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { createPlayerTokens, memoryPlayerStore } from "../../src/server/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { AuthenticationExternalAuthType } from "../../src/wire/external-auth.ts";

const type = AuthenticationExternalAuthType.SteamSessionTicket;
const requests: string[] = [];
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ onRequest: ({ path }) => requests.push(path) });
});
afterAll(() => emulator.close());

function createServer(externalAuth?: () => Promise<{ type: typeof type; token: string }>) {
  const { id: applicationId, clientSecret } = emulator.application;
  const { apiBase } = emulator;
  return createPlayerTokens({
    applicationId,
    clientSecret,
    apiBase,
    store: memoryPlayerStore(),
    externalAuth,
  });
}

describe("players without an account (docs/guides/server.md)", () => {
  it("receive no refresh token from the service", async () => {
    const client = new Client({ ...emulator.clientOptions(), store: memoryTokenStore() });
    const token = await client.GetProvisionalToken(emulator.application.id, type, "a-ticket");
    expect([token.expiresIn, token.refreshToken]).toEqual([3600, undefined]);
    await client.close();
  });

  it("are authenticated again with a new token from the identity provider instead of being refreshed", async () => {
    const server = createServer(async () => ({ type, token: "a-ticket" }));
    const { player, accessToken } = await server.authenticate({ type, token: "a-ticket" });
    requests.length = 0;
    const renewed = await server.accessToken(player, { rejected: accessToken });
    expect(renewed).not.toBe(accessToken);
    expect(requests).toEqual(["/api/v10/partner-sdk/token"]);
  });

  it("lose their session if the server has no token from the identity provider", async () => {
    const server = createServer();
    const { player, accessToken } = await server.authenticate({ type, token: "a-ticket" });
    requests.length = 0;
    await expect(server.accessToken(player, { rejected: accessToken })).rejects.toMatchObject({
      code: "session_ended",
    });
    expect(requests).toEqual([]);
  });
});
