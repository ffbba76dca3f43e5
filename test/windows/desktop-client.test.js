import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, before, suite, test } from "node:test";
import { AuthorizationTokenType, Client, isClientError, memoryTokenStore } from "slashpass";
import { startEmulator } from "slashpass/emulator";

// `node:test` waits for its tests, so callers need not await them.
/** @type {(title: string, body: () => void) => void} */
const describe = (title, body) => void suite(title, body);
/** @type {(title: string, body: () => void | Promise<void>) => void} */
const it = (title, body) => void test(title, body);

/** @typedef {import("slashpass/emulator").Emulator} Emulator */
/** @typedef {import("slashpass").ConsentNotice} ConsentNotice */

/**
 * Signs in with `consent: "auto"`; returns the player's name and the consent notices. The player is Grace in the desktop client
 * and Ada in the browser.
 *
 * @param {Emulator} emulator
 */
async function signIn({ application, apiBase, webBase, ...emulator }) {
  const openBrowser = emulator.player("Ada").browser();
  const client = new Client({
    applicationId: application.id,
    apiBase,
    webBase,
    openBrowser,
    store: memoryTokenStore(),
  });
  /** @type {string[]} */
  const consents = [];
  /** @param {ConsentNotice} notice */
  const onConsent = ({ consent, fallbackReason }) =>
    void consents.push(fallbackReason ? `${consent}: ${fallbackReason.code}` : consent);
  try {
    const session = await client.signIn({ scopes: "identify", consent: "auto", onConsent });
    const { name } = await client.FetchCurrentUser(
      AuthorizationTokenType.Bearer,
      await session.accessToken(),
    );
    return { name, consents };
  } finally {
    await client.close();
  }
}

const here = ["desktop-client"];
const elsewhere = ["browser: desktop_client_unable"];

describe("the desktop client on Windows, at a named pipe", () => {
  /** @type {Emulator} */
  let emulator;
  before(async () => {
    emulator = await startEmulator({ desktopClient: { answer: "accept", player: "Grace" } });
  });
  after(() => emulator.close());

  it("uses the first free pipe", () => {
    assert.equal(emulator.desktopClient?.path, "\\\\?\\pipe\\discord-ipc-0");
    assert.deepEqual(emulator.desktopClient.environment, {});
  });

  /** @type {readonly (readonly [behavior: import("slashpass/emulator").DesktopClientBehavior, asked: readonly string[]])[]} */
  const behaviors = [
    ["polite", here],
    ["slow", here],
    ["silent", elsewhere],
    ["rude", elsewhere],
    ["closing", [...here, ...elsewhere]],
    ["huge", [...here, ...elsewhere]],
    ["wrong", [...here, ...elsewhere]],
  ];
  for (const [behavior, consents] of behaviors) {
    it(`handles the sign-in or leaves it to the browser when the client's behavior is ${behavior}`, async () => {
      assert.ok(emulator.desktopClient);
      emulator.desktopClient.behavior = behavior;
      const name = consents.at(-1) === "desktop-client" ? "Grace" : "Ada";
      assert.deepEqual(await signIn(emulator), { name, consents });
      emulator.desktopClient.behavior = "polite";
    });
  }

  it("shows the game's activity", async () => {
    const client = new Client(emulator.clientOptions());
    await client.presence.set({ details: "Stage 2" });
    const presence = () => emulator.player("Grace").presence.map(({ details }) => details);
    while (presence().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(presence(), ["Stage 2"]);
    await client.close();
    assert.deepEqual(presence(), []);
  });

  it("accepts the player's denial as final", async () => {
    assert.ok(emulator.desktopClient);
    emulator.desktopClient.answer = "deny";
    await assert.rejects(signIn(emulator), (error) => isClientError(error) && error.code === "access_denied");
    emulator.desktopClient.answer = "accept";
  });
});

describe("a sign-in without a desktop client on Windows", () => {
  it("uses the browser immediately", async () => {
    const emulator = await startEmulator();
    assert.deepEqual(await signIn(emulator), { name: "Ada", consents: ["browser: desktop_client_absent"] });
    await emulator.close();
  });

  it("uses the fourth of ten pipes if no other works", async () => {
    const silent = Array.from({ length: 10 }, () => createServer((socket) => socket.on("error", () => {})));
    try {
      for (const [index, server] of silent.entries()) {
        if (index !== 3) await once(server.listen(`\\\\?\\pipe\\discord-ipc-${index}`), "listening");
      }
      const emulator = await startEmulator({ desktopClient: { answer: "accept", player: "Grace" } });
      try {
        assert.equal(emulator.desktopClient?.path, "\\\\?\\pipe\\discord-ipc-3");
        assert.deepEqual(await signIn(emulator), { name: "Grace", consents: here });
      } finally {
        await emulator.close();
      }
    } finally {
      for (const server of silent) server.close();
    }
  });
});
