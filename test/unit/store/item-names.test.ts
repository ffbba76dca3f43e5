import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ChunkedItems, chunkName, itemName } from "../../../src/store/keychain-records.ts";
import type { Keytar } from "../../../src/store/secret-service/secret-service.ts";
import { cases } from "../../setup/cases.ts";

/** Stores items by name. Rejects names that keychains reject or truncate: empty, with a NUL, or without a UTF-8 form. */
class Keychain implements Keytar {
  readonly items = new Map<string, string>();

  getPassword(_service: string, name: string): Promise<string | null> {
    return Promise.resolve(this.items.get(checked(name)) ?? null);
  }

  setPassword(_service: string, name: string, password: string): Promise<void> {
    return Promise.resolve(void this.items.set(checked(name), password));
  }

  deletePassword(_service: string, name: string): Promise<boolean> {
    return Promise.resolve(this.items.delete(checked(name)));
  }
}

function checked(name: string): string {
  if (name === "" || name.includes("\0") || Buffer.from(name).toString() !== name)
    throw new Error(`No keychain takes the name ${JSON.stringify(name)}.`);
  return name;
}

// Few letters, so names collide; every UTF-16 unit, including lone surrogates.
const telling = fc.stringMatching(/^[ab01#%\0\n]{0,8}$/);
const marked = telling.map((account) => `#escaped ${account}`);
const anything = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 })
  .map((units) => String.fromCharCode(...units));
const accounts = fc.uniqueArray(fc.oneof({ weight: 5, arbitrary: telling }, marked, anything), {
  minLength: 2,
  maxLength: 8,
});
const slots = fc.constantFrom("a" as const, "b" as const);

it("gives each account a distinct name that is not the name of a chunk", () => {
  fc.assert(
    fc.property(accounts, slots, fc.nat(11), (names, slot, index) => {
      const items = names.map((account) => checked(itemName(account)));
      const chunks = items.map((item) => chunkName(item, slot, index));
      expect(new Set([...items, ...chunks]).size).toBe(2 * names.length);
    }),
    { numRuns: cases(5_000, 100) },
  );
});

it("keeps short and long records of any accounts separate when one is deleted", async () => {
  const records = fc.constantFrom(10, 5_000);
  await fc.assert(
    fc.asyncProperty(accounts, fc.array(records, { minLength: 8, maxLength: 8 }), async (names, sizes) => {
      const keychain = new Keychain();
      const items = new ChunkedItems(keychain, "service");
      const kept = new Map(names.map((name, index) => [name, String(index).repeat(sizes[index] as number)]));
      for (const [name, record] of kept) await items.set(name, record);
      for (const [name] of kept) {
        for (const other of names) expect(await items.get(other)).toBe(kept.get(other) ?? null);
        expect(await items.delete(name)).toBe(true);
        kept.delete(name);
      }
      expect([...keychain.items.keys()]).toEqual([]);
    }),
    { numRuns: cases(300) },
  );
});

it.each(["discord.com/1234", "host/äöü 漢字 🎮", "50%25"])(
  "keeps a plain account as the name, which the player sees in the keychain: %s",
  (account) => {
    expect(itemName(account)).toBe(account);
  },
);

it("never returns or deletes a chunk as the record of another account", async () => {
  const keychain = new Keychain();
  const items = new ChunkedItems(keychain, "service");
  await items.set("bob", "x".repeat(9_000));
  for (const name of keychain.items.keys()) {
    if (name !== "bob") expect([await items.get(name), await items.delete(name)]).toEqual([null, false]);
  }
  expect(await items.get("bob")).toBe("x".repeat(9_000));
});
