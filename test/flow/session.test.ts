import { afterAll, afterEach, describe, expect, it } from "vitest";
import { Client, LoggingSeverity, memoryTokenStore, type ClientOptions } from "../../src/index.ts";
import { startEmulator } from "../../src/emulator/index.ts";

const scopes = "openid sdk.social_layer";
const emulator = await startEmulator();
const opened: Client[] = [];
const lines: string[] = [];

afterEach(async () => {
  lines.length = 0;
  for (const client of opened.splice(0)) await client.close();
});
afterAll(() => emulator.close());

function clientWith(options: ClientOptions = {}): Client {
  const client = new Client({
    ...emulator.clientOptions(),
    store: memoryTokenStore(),
    openBrowser: emulator.player("Ada").browser(),
    ...options,
  });
  client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Info);
  opened.push(client);
  return client;
}

it("is logged when it is restored, or when it is missing", async () => {
  const store = memoryTokenStore();
  const client = clientWith({ store });
  expect(await client.restoreSession()).toBeUndefined();
  expect(lines.at(-1)).toContain(
    `the store "memory" has no session; looked for: ${new URL(emulator.webBase).host}/${emulator.application.id}`,
  );
  await client.signIn({ scopes });
  await clientWith({ store }).restoreSession();
  expect(lines.at(-1)).toMatch(/has a session with the scopes .*; its token is valid and can be renewed$/);
});

describe("a session's player", () => {
  it("is available after the sign-in and after an offline restart", async () => {
    const store = memoryTokenStore();
    const session = await clientWith({ store }).signIn({ scopes });
    expect(session.player).toMatchObject({ name: "Ada" });
    const fetch = () => Promise.reject(new Error("there is no network"));
    const restored = await clientWith({ store, fetch }).restoreSession();
    expect(restored?.player).toEqual(session.player);
  });

  it("is updated when the user is fetched again", async () => {
    const player = emulator.player("Grace");
    const session = await clientWith({ openBrowser: player.browser() }).signIn({ scopes });
    player.rename("admiral");
    expect((await session.user()).username).toBe("admiral");
    expect(session.player?.username).toBe("admiral");
  });

  it("is undefined if the request for the player fails, but the sign-in still succeeds", async () => {
    const refuse: ClientOptions["fetch"] = (url, init) =>
      url.endsWith("/users/@me") ? Promise.reject(new Error("gone")) : fetch(url, init);
    const session = await clientWith({ fetch: refuse }).signIn({ scopes });
    expect(session.player).toBeUndefined();
    expect(lines.join("\n")).toContain("the player's name is unknown");
  });
});
