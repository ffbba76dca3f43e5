import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keychainTokenStore } from "../../../src/store/own-stores.ts";
import type { Keytar } from "../../../src/store/secret-service/secret-service.ts";
import { ownRuntimeFolder } from "../../setup/runtime-folder.ts";

const folder = ownRuntimeFolder();

/** A keychain that counts how often the record is read. */
function countingKeychain() {
  const items = new Map<string, string>();
  const counts = { reads: 0 };
  const keytar: Keytar = {
    getPassword: (_, account) => {
      if (account === "a") counts.reads++;
      return Promise.resolve(items.get(account) ?? null);
    },
    setPassword: (_, account, password) => Promise.resolve(void items.set(account, password)),
    deletePassword: (_, account) => Promise.resolve(items.delete(account)),
  };
  return { keytar, counts, items };
}

it("reads an unchanged record from the keychain only once", async () => {
  const { keytar, counts } = countingKeychain();
  const store = keychainTokenStore({ keytar });
  await store.set("a", "record");
  counts.reads = 0;
  for (let times = 0; times < 5; times++) {
    expect(await store.get("a")).toBe("record");
  }
  expect(counts.reads).toBe(1);
});

it("detects another process's changes and deletions on the next read", async () => {
  const { keytar } = countingKeychain();
  const [one, other] = [keychainTokenStore({ keytar }), keychainTokenStore({ keytar })];
  await one.set("a", "one");
  expect([await one.get("a"), await one.get("a")]).toEqual(["one", "one"]);
  await other.set("a", "two");
  expect([await one.get("a"), await one.get("a")]).toEqual(["two", "two"]);
  await other.delete("a");
  expect(await one.get("a")).toBeUndefined();
});

it("reads the keychain every time if stamps cannot be stored", async () => {
  writeFileSync(join(folder(), "slashpass"), "");
  const { keytar, items } = countingKeychain();
  const store = keychainTokenStore({ keytar });
  await store.set("a", "one");
  expect([await store.get("a"), await store.get("a")]).toEqual(["one", "one"]);
  items.set("a", "two");
  expect(await store.get("a")).toBe("two");
});

it("reveals nothing about the record in a stamp", async () => {
  const { keytar } = countingKeychain();
  await keychainTokenStore({ keytar }).set("discord.com/1", "the-record");
  const [name] = readdirSync(join(folder(), "slashpass")) as [string];
  expect(name).toMatch(/^[0-9a-f]{16}\.stamp$/);
  expect(readFileSync(join(folder(), "slashpass", name), "utf8")).toMatch(/^[0-9a-f-]{36}$/);
});
