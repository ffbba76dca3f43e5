// Tests account.ts. The emulator replaces Discord, and scripted players answer in the browser.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { AuthenticationExternalAuthType, memoryTokenStore, type OpenBrowser } from "slashpass";
import { startEmulator } from "slashpass/emulator";
import { Account } from "./account.ts";

const emulator = await startEmulator();
const folder = await mkdtemp(join(tmpdir(), "lunar-rally-"));

const store = memoryTokenStore();
const start = (openBrowser: OpenBrowser) =>
  Account.open({ ...emulator.clientOptions(), openBrowser, store }, folder);
const nothing = (): void => undefined;

await test("signs in a player who agrees, and restores the session until they sign out", async () => {
  const first = await start(emulator.player("Ada").browser());
  await first.signIn(nothing);
  assert.equal(first.name, "Ada");
  await first.close();

  const second = await start(nothing);
  assert.equal(await second.restore(), true);
  assert.equal(second.name, "Ada");
  await second.signOut();
  assert.equal(await second.restore(), false);
  await second.close();
});

await test("does not sign in a player who declines", async () => {
  const account = await start(emulator.player("Ada").browser({ answer: "deny" }));
  await assert.rejects(account.signIn(nothing), { code: "access_denied" });
  assert.equal(account.isSignedIn, false);
  await account.close();
});

await test("does not sign in a player who cancels", async () => {
  const account = await start(nothing);
  const signingIn = account.signIn(() => account.cancel());
  await assert.rejects(signingIn, { code: "aborted" });
  await account.close();
});

await test("turns a guest into the player who signs in", async () => {
  const account = await start(emulator.player("Grace").browser());
  const ticket = {
    externalAuthType: AuthenticationExternalAuthType.SteamSessionTicket,
    externalAuthToken: "14000000",
  };
  await account.playAsGuest(ticket);
  assert.equal(account.isGuest, true);
  await account.signIn(nothing);
  assert.deepEqual([account.name, account.isGuest], ["Grace", false]);
  await account.close();
});

await test("ends a session that the player has revoked in Discord", async () => {
  const account = await start(emulator.player("Grace").browser());
  await account.signIn(nothing);
  emulator.player("Grace").deauthorize();
  assert.equal(await account.refresh(), false);
  await account.close();
});

await emulator.close();
await rm(folder, { recursive: true });
