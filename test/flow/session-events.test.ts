import { afterAll, beforeAll, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import type { Session } from "../../src/tokens/session.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ accessTokenSeconds: 600 });
});
afterAll(() => emulator.close());

const listen = (session: Session): string[] => {
  const told: string[] = [];
  session.addEventListener("renewed", () => told.push("renewed"));
  session.addEventListener("ended", ({ reason }) => told.push(`ended: ${reason?.code}`));
  return told;
};

it("notifies a game's two processes when their session is renewed or ends", async () => {
  const store = memoryTokenStore();
  const start = () =>
    new Client({ ...emulator.clientOptions(), openBrowser: emulator.player().browser(), store });
  await using one = start();
  await using other = start();
  const session = await one.signIn({ scopes: Client.GetDefaultPresenceScopes() });
  const restored = (await other.restoreSession()) ?? expect.unreachable();
  const [told, toldOther] = [listen(session), listen(restored)];

  const first = await session.accessToken({ minimumValidity: 60 });
  const second = await session.accessToken({ rejected: first, minimumValidity: 60 });
  expect(await restored.accessToken()).toBe(second);
  expect([told, toldOther]).toEqual([["renewed"], ["renewed"]]);
  await expect(session.accessToken({ minimumValidity: 601 })).rejects.toMatchObject({
    code: "invalid_argument",
  });

  await one.signOut();
  await expect(restored.accessToken()).rejects.toMatchObject({ code: "session_ended" });
  expect([told.at(-1), toldOther.at(-1)]).toEqual(["ended: undefined", "ended: session_ended"]);
});

it("keeps the player signed in after a session is disposed", async () => {
  const store = memoryTokenStore();
  await using client = new Client({
    ...emulator.clientOptions(),
    openBrowser: emulator.player().browser(),
    store,
  });
  {
    await using session = await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
    expect(session.player?.username).toBeDefined();
  }
  const session = (await client.restoreSession()) ?? expect.unreachable();
  expect((await session.user()).id).toBe(emulator.players[0].id);
});
