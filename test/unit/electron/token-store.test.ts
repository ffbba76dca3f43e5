import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SafeStorage } from "../../../src/electron/electron-api.ts";
import { openSafeStorage, statusOf } from "../../../src/electron/token-store.ts";
import { sharedTokenStoreContract, tokenStoreContract } from "../../../src/store/contract.ts";
import type { TokenStore } from "../../../src/store/token-store.ts";
import { ElectronStandIn, type StandInSettings } from "../../setup/electron/stand-in.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

function open(folder: string, settings: Partial<StandInSettings> = {}): TokenStore {
  const standIn = new ElectronStandIn({ userData: folder, ...settings });
  standIn.start();
  return openSafeStorage(standIn, () => folder);
}

const otherMachine = { keychainKey: Buffer.alloc(32, 8) };

const rules = tokenStoreContract.map((rule) => [rule.title, rule] as const);
const sharedRules = sharedTokenStoreContract.map((rule) => [rule.title, rule] as const);

describe("safeStorageTokenStore", () => {
  it.each(rules)("%s", (_, rule) => rule.check(open(temporaryFolder())));

  it.each(sharedRules)("%s", async (_, rule) => {
    const folder = temporaryFolder();
    await rule.check(open(folder), open(folder));
  });

  it.each(rules)("%s (without a keychain)", (_, rule) =>
    rule.check(open(temporaryFolder(), { isEncryptionAvailable: false })),
  );

  it("encrypts the tokens and their key", async () => {
    const folder = temporaryFolder();
    await open(folder).set("ada", "a-secret");
    const names = readdirSync(folder);
    expect(names.toSorted()).toEqual(["slashpass-tokens", "slashpass-tokens.key"]);
    for (const name of names) expect(readFileSync(join(folder, name), "latin1")).not.toContain("a-secret");
    expect(await open(folder).get("ada")).toBe("a-secret");
  });

  it("waits until the app is ready", async () => {
    const folder = temporaryFolder();
    const standIn = new ElectronStandIn({ userData: folder });
    const store = openSafeStorage(standIn, () => folder);
    const reading = store.get("ada");
    standIn.start();
    expect(await reading).toBeUndefined();
  });

  it("reads a key encrypted with the synchronous functions and works without the asynchronous ones", async () => {
    const folder = temporaryFolder();
    const standIn = new ElectronStandIn({ userData: folder });
    standIn.start();
    const safeStorage: SafeStorage = { ...standIn.safeStorage };
    for (const name of ["encryptStringAsync", "decryptStringAsync", "isAsyncEncryptionAvailable"] as const)
      delete safeStorage[name];
    await openSafeStorage({ app: standIn.app, safeStorage }, () => folder).set("ada", "a-secret");
    expect(await openSafeStorage({ app: standIn.app, safeStorage }, () => folder).get("ada")).toBe(
      "a-secret",
    );
    expect(await open(folder).get("ada")).toBe("a-secret");
  });

  it.each([
    ["there is no keychain", { isEncryptionAvailable: false }],
    ["the backend is basic_text", { backend: "basic_text" }],
  ])("keeps tokens in memory and reports the reason if %s", needs("Linux"), async (_name, settings) => {
    const folder = temporaryFolder();
    const store = open(folder, settings);
    await store.set("ada", "a-secret");
    expect(await store.get("ada")).toBe("a-secret");
    expect(readdirSync(folder)).toEqual([]);
    expect(statusOf(store)).toMatchObject({ problem: { code: "keychain_absent" }, isReset: false });
  });

  it("has no session after a keychain reset or in a copied profile but stores new tokens", async () => {
    const folder = temporaryFolder();
    await open(folder).set("ada", "a-secret");
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    const store = open(copy, otherMachine);
    expect(await store.get("ada")).toBeUndefined();
    expect(await store.delete("ada")).toBe(false);
    expect(statusOf(store)).toEqual({ problem: undefined, isReset: true });
    // The keychain may have been locked, so nothing is deleted before the next sign-in.
    expect(await open(copy).get("ada")).toBe("a-secret");
    await store.set("ada", "another-secret");
    expect(await open(copy, otherMachine).get("ada")).toBe("another-secret");
  });

  it("recovers from a crash that occurred after the key was replaced but before the tokens were", async () => {
    const folder = temporaryFolder();
    await open(folder).set("ada", "a-secret");
    const tokens = readFileSync(join(folder, "slashpass-tokens"));
    rmSync(join(folder, "slashpass-tokens.key"));
    await open(folder).set("grace", "a-secret");
    writeFileSync(join(folder, "slashpass-tokens"), tokens);
    const store = open(folder);
    expect(await store.get("ada")).toBeUndefined();
    expect(statusOf(store).isReset).toBe(true);
    await store.set("ada", "another-secret");
    expect(await open(folder).get("ada")).toBe("another-secret");
  });

  it("does not replace a newer version's tokens", async () => {
    const folder = temporaryFolder();
    await open(folder).set("ada", "a-secret");
    writeFileSync(join(folder, "slashpass-tokens"), "slashpass-2\nsealed");
    await expect(open(folder).set("ada", "another-secret")).rejects.toMatchObject({ code: "store_failed" });
    expect(readFileSync(join(folder, "slashpass-tokens"), "utf8")).toBe("slashpass-2\nsealed");
  });

  it("rejects with store_failed if the key cannot be written or read", async () => {
    const missing = join(temporaryFolder(), "missing");
    await expect(open(missing).set("ada", "a-secret")).rejects.toMatchObject({ code: "store_failed" });
    expect(existsSync(missing)).toBe(false);
    const folder = temporaryFolder();
    cpSync(import.meta.dirname, join(folder, "slashpass-tokens.key"), { recursive: true });
    await expect(open(folder).get("ada")).rejects.toMatchObject({ code: "store_failed" });
  });
});
