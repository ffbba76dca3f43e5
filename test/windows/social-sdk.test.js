// social-sdk.test.js LIBRARY HOOKS: tests the package with the stand-in for the Social SDK and the emulator.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { suite, test } from "node:test";
import { Client, memoryTokenStore } from "slashpass";
import { startEmulator } from "slashpass/emulator";
import { socialSdk } from "slashpass/social-sdk";

// `node:test` waits for its tests, so callers need not await them.
/** @type {(title: string, body: () => void) => void} */
const describe = (title, body) => void suite(title, body);
/** @type {(title: string, body: () => void | Promise<void>) => void} */
const it = (title, body) => void test(title, body);

const [standIn = "", hooksPath = ""] = process.argv.slice(2);
const sdk = mkdtempSync(join(tmpdir(), "slashpass-"));
const library = join(sdk, "bin", "release", "discord_partner_sdk.dll");
mkdirSync(dirname(library), { recursive: true });
copyFileSync(standIn, library);

/** @type {{ exports: any }} */
const addon = { exports: {} };
process.dlopen(addon, hooksPath);
const hooks = addon.exports;

/** @param {() => unknown} check */
async function until(check) {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe("the Social SDK on Windows", () => {
  it("is rejected if it is not a library", async () => {
    const path = join(sdk, "wrong.dll");
    writeFileSync(path, "not a library");
    await useClient(new Client({ applicationId: "1", backend: socialSdk({ path }) }), (client) =>
      assert.rejects(client.RefreshToken("1", "a-token"), {
        code: "social_sdk_unavailable",
        message: /wrong\.dll: it was built for another processor or system/,
      }),
    );
  });

  it("signs in from the SDK's archive, refreshes, shows an activity and signs out", async () => {
    const emulator = await startEmulator();
    const { applicationId, apiBase, webBase } = emulator.clientOptions();
    const backend = socialSdk({ path: sdk });
    const store = memoryTokenStore();
    await useClient(new Client({ applicationId, apiBase, webBase, backend, store }), async (client) => {
      hooks.open(library);
      const signedIn = client.signIn({ scopes: "openid sdk.social_layer_presence identify" });
      await until(() => hooks.read("StandIn_OpenedUrl") !== "");
      await emulator.player("Ada").browser()(hooks.read("StandIn_OpenedUrl"));
      const session = await signedIn;
      assert.equal(session.player?.name, "Ada");
      const token = await session.accessToken();
      assert.notEqual(await session.accessToken({ rejected: token }), token);
      await client.connect();
      await client.presence.set({ details: "Stage 2" });
      await until(() => hooks.read("StandIn_Activity").includes("Stage 2"));
      assert.deepEqual(await client.signOut(), {});
    });
    const report = () => JSON.parse(hooks.read("StandIn_Report"));
    await until(() => Object.keys(report().live).length === 0);
    assert.deepEqual(report().violations, []);
    await emulator.close();
  });
});

/** @param {Client} client @param {(client: Client) => Promise<void>} work */
async function useClient(client, work) {
  try {
    await work(client);
  } finally {
    await client.close();
  }
}
