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
  const received: string[] = [];
  session.addEventListener("renewed", () => received.push("renewed"));
  session.addEventListener("ended", ({ reason }) => received.push(`ended: ${reason?.code}`));
  return received;
};

it("notifies both of a game's processes when their session is renewed or ends", async () => {
  const store = memoryTokenStore();
  const start = () =>
    new Client({ ...emulator.clientOptions(), openBrowser: emulator.player().browser(), store });
  await using one = start();
  await using other = start();
  const session = await one.signIn({ scopes: Client.GetDefaultPresenceScopes() });
  const restored = (await other.restoreSession()) ?? expect.unreachable();
  const [received, receivedByOther] = [listen(session), listen(restored)];

  const first = await session.accessToken({ minimumValiditySeconds: 60 });
  const second = await session.accessToken({ rejected: first, minimumValiditySeconds: 60 });
  expect(await restored.accessToken()).toBe(second);
  expect([received, receivedByOther]).toEqual([["renewed"], ["renewed"]]);
  await expect(session.accessToken({ minimumValiditySeconds: 601 })).rejects.toMatchObject({
    code: "invalid_argument",
  });

  await one.signOut();
  await expect(restored.accessToken()).rejects.toMatchObject({ code: "session_ended" });
  expect([received.at(-1), receivedByOther.at(-1)]).toEqual(["ended: undefined", "ended: session_ended"]);
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
