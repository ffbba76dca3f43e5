import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Client } from "../../../src/client.ts";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { AuthenticationExternalAuthType } from "../../../src/wire/external-auth.ts";
import { AuthorizationTokenType } from "../../../src/tokens/token-type.ts";

const ticket = AuthenticationExternalAuthType.SteamSessionTicket;
const bearer = AuthorizationTokenType.Bearer;

let emulator: Emulator;
let client: Client;
let applicationId: string;

beforeEach(async () => {
  emulator = await startEmulator({ deviceIntervalSeconds: 1 });
  applicationId = emulator.application.id;
  client = new Client({
    applicationId,
    apiBase: emulator.apiBase,
    webBase: emulator.webBase,
    openBrowser: emulator.player().browser(),
    store: memoryTokenStore(),
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await client.close();
  await emulator.close();
});

async function playerOf(token: string): Promise<string> {
  return (await client.FetchCurrentUser(bearer, token)).name;
}

it("merges a provisional account during a sign-in on another device", async () => {
  await client.GetProvisionalToken(applicationId, ticket, "ticket");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const openBrowser = emulator.player().browser();
  const onPrompt = ({ verificationUriComplete = "" }): void =>
    void openBrowser(verificationUriComplete).then(() => vi.advanceTimersByTime(1000));
  const merged = await client.GetTokenFromDeviceProvisionalMerge({ scopes: "identify" }, ticket, "ticket", {
    onPrompt,
  });
  expect(await playerOf(merged.accessToken)).toBe("Ada");
  const again = client.GetProvisionalToken(applicationId, ticket, "ticket");
  await expect(again).rejects.toMatchObject({ errorCode: 530010 });
});

it("rejects a malformed proof before prompting the player", async () => {
  const onPrompt = (): void => expect.fail("The player was asked.");
  const merging = client.GetTokenFromDeviceProvisionalMerge({ scopes: "identify" }, ticket, "", { onPrompt });
  await expect(merging).rejects.toMatchObject({ code: "invalid_external_auth" });
});
