import * as fc from "fast-check";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  ChunkedItems,
  chunkName,
  itemBytes,
  itemName,
  keychainRecords,
} from "../../../src/store/keychain-records.ts";
import type { Keytar } from "../../../src/store/secret-service/secret-service.ts";
import { memoryKeytar } from "../../setup/memory-keytar.ts";
import { ownRuntimeFolder } from "../../setup/runtime-folder.ts";
import { anyText } from "../../setup/any-text.ts";
import { cases } from "../../setup/cases.ts";
import { throwing } from "../../setup/throwing.ts";

ownRuntimeFolder();

const records = (keytar: Keytar, timeoutMs = 30_000) =>
  keychainRecords({ service: "slashpass", keytar, timeoutMs });

it("rejects with `keychain_timeout` if the keychain does not respond and then serves the next call", async () => {
  let hangs = true;
  const keytar = memoryKeytar({
    getPassword: () => (hangs ? new Promise<never>(() => undefined) : Promise.resolve("record")),
  });
  await expect(records(keytar, 1).get("1")).rejects.toMatchObject({
    code: "keychain_timeout",
    retryable: true,
  });
  hangs = false;
  expect(await records(keytar).get("1")).toBe("record");
});

it("reports a keychain as absent if it stores nothing", async () => {
  const keytar = memoryKeytar({ setPassword: () => Promise.resolve() });
  const store = records(keytar);
  for (const operation of [() => store.probe(), () => store.get("1"), () => store.delete("1")]) {
    await expect(operation()).rejects.toMatchObject({ code: "keychain_absent" });
  }
});

it("finds and deletes a record that appears only after a reconnect", async () => {
  let reached = false;
  const keytar = memoryKeytar();
  await keytar.setPassword("slashpass", "1", "record");
  const flaky: Keytar = {
    getPassword: (...item) => (reached ? keytar.getPassword(...item) : Promise.resolve(null)),
    setPassword: (...item) => {
      reached = true;
      return keytar.setPassword(...item);
    },
    deletePassword: (...item) => (reached ? keytar.deletePassword(...item) : Promise.resolve(false)),
  };
  expect(await records(flaky).get("1")).toBe("record");
  reached = false;
  expect(await records(flaky).delete("1")).toBe(true);
  expect(await records(flaky).get("1")).toBeUndefined();
});

it("treats an undefined password as an absent keychain and rejects other invalid values", async () => {
  const answering = (found: unknown) =>
    records(memoryKeytar({ getPassword: () => Promise.resolve(found as string) }));
  await expect(answering(undefined).get("1")).rejects.toMatchObject({ code: "keychain_absent" });
  await expect(answering(7).get("1")).rejects.toMatchObject({
    code: "keychain_failed",
    message: expect.stringContaining("must return a string or null") as string,
  });
});

it("hides the record if the keychain throws synchronously or throws a string", async () => {
  for (const reason of ["the-record", new Error("no room for the-record")]) {
    const error: unknown = await records(memoryKeytar({ setPassword: throwing(reason) }))
      .set("1", "the-record")
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "keychain_failed" });
    expect(inspect(error)).not.toContain("the-record");
  }
});

it("reads the current value from the keychain within exclusively()", async () => {
  const keytar = memoryKeytar();
  const store = records(keytar);
  await store.set("1", "before");
  expect(await store.get("1")).toBe("before");
  await keytar.setPassword("slashpass", "1", "by another process");
  expect(await store.exclusively("1", () => store.get("1"))).toBe("by another process");
});

/** Rejects names that keychains reject or truncate: empty names, and names that contain a NUL or cannot be encoded as UTF-8. */
function checked(name: string): string {
  if (name === "" || name.includes("\0") || Buffer.from(name).toString() !== name)
    throw new Error(`No keychain takes the name ${JSON.stringify(name)}.`);
  return name;
}

/** A keychain that rejects items above Windows' size limit and fails once `remainingSteps` is used up. */
class LimitedKeychain implements Keytar {
  readonly items = new Map<string, string>();
  remainingSteps = Number.POSITIVE_INFINITY;

  getPassword(_service: string, account: string): Promise<string | null> {
    return this.#step(() => this.items.get(checked(account)) ?? null);
  }

  setPassword(_service: string, account: string, password: string): Promise<void> {
    return this.#step(() => {
      if (Buffer.byteLength(password) > itemBytes) throw new Error("The stub received bad data.");
      this.items.set(account, password);
    });
  }

  deletePassword(_service: string, account: string): Promise<boolean> {
    return this.#step(() => this.items.delete(checked(account)));
  }

  async #step<T>(work: () => T): Promise<T> {
    if (this.remainingSteps-- <= 0) throw new Error("killed");
    return Promise.resolve(work());
  }
}

describe("ChunkedItems", () => {
  const anyRecord = anyText({ maxLength: 20_000, size: "max" });

  it("restores records of any length and leaves nothing after deletion", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { minLength: 1, maxLength: 4 }), async (values) => {
        const keychain = new LimitedKeychain();
        const items = new ChunkedItems(keychain, "service");
        for (const value of values) {
          // Lone surrogates have no UTF-8 form; tokens do not contain any.
          const record = Buffer.from(value).toString();
          await items.set("a", record);
          expect((await items.get("a")) === record).toBe(true);
        }
        expect(await items.delete("a")).toBe(true);
        expect([...keychain.items.keys()]).toEqual([]);
      }),
      { numRuns: cases(30) },
    );
  });

  const sizes = [10, itemBytes, itemBytes + 1, 9_000, 20_000];

  it.each(sizes.flatMap((before) => sizes.map((after) => [before, after] as const)))(
    "keeps the old record (%i bytes) or the new one (%i bytes) if killed at any step and can then delete it completely",
    async (before, after) => {
      const [old, next] = ["o".repeat(before), "n".repeat(after)];
      for (let steps = 0, done = false; !done; steps++) {
        const keychain = new LimitedKeychain();
        const items = new ChunkedItems(keychain, "service");
        await items.set("a", old);
        keychain.remainingSteps = steps;
        done = await items.set("a", next).then(
          () => true,
          () => false,
        );
        keychain.remainingSteps = Number.POSITIVE_INFINITY;
        const found = await items.get("a");
        expect(found === next || (!done && found === old)).toBe(true);
        await items.delete("a");
        expect([...keychain.items.keys()]).toEqual([]);
      }
    },
  );

  it("accepts a short record that looks like a manifest", async () => {
    const items = new ChunkedItems(new LimitedKeychain(), "service");
    const record = "slashpass-chunks a 1 digest";
    await items.set("a", record);
    expect(await items.get("a")).toBe(record);
  });

  it("reports a record with missing chunks instead of treating it as absent", async () => {
    const keychain = new LimitedKeychain();
    const items = new ChunkedItems(keychain, "service");
    await items.set("a", "x".repeat(9_000));
    keychain.items.delete("a#a2");
    await expect(items.get("a")).rejects.toMatchObject({ code: "keychain_failed" });
  });

  it("returns a complete record even if it is replaced during the read", async () => {
    const keychain = new LimitedKeychain();
    const items = new ChunkedItems(keychain, "service");
    const [old, next] = ["o".repeat(9_000), "n".repeat(12_000)];
    await items.set("a", old);
    const read = keychain.getPassword.bind(keychain);
    let replaced = false;
    keychain.getPassword = async (service, account) => {
      if (!replaced && account === "a#a1") {
        replaced = true;
        await new ChunkedItems(keychain, "service").set("a", next);
      }
      return read(service, account);
    };
    expect((await items.get("a")) === next).toBe(true);
  });
});

// `trickyText` has few letters, so that names collide; `anything` has all UTF-16 units, even lone surrogates.
const trickyText = fc.stringMatching(/^[ab01#%\0\n]{0,8}$/);
const marked = trickyText.map((account) => `#escaped ${account}`);
const anything = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 })
  .map((units) => String.fromCharCode(...units));
const accounts = fc.uniqueArray(fc.oneof({ weight: 5, arbitrary: trickyText }, marked, anything), {
  minLength: 2,
  maxLength: 8,
});
const slots = fc.constantFrom("a" as const, "b" as const);

it("assigns each account a unique name that differs from every chunk's name", () => {
  fc.assert(
    fc.property(accounts, slots, fc.nat(11), (names, slot, index) => {
      const items = names.map((account) => checked(itemName(account)));
      const chunks = items.map((item) => chunkName(item, slot, index));
      expect(new Set([...items, ...chunks]).size).toBe(2 * names.length);
    }),
    { numRuns: cases(5_000, 100) },
  );
});

it("keeps the other accounts' short and long records when one is deleted", async () => {
  const lengths = fc.constantFrom(10, 5_000);
  await fc.assert(
    fc.asyncProperty(accounts, fc.array(lengths, { minLength: 8, maxLength: 8 }), async (names, sizes) => {
      const keychain = new LimitedKeychain();
      const items = new ChunkedItems(keychain, "service");
      const stored = new Map(
        names.map((name, index) => [name, String(index).repeat(sizes[index] as number)]),
      );
      for (const [name, record] of stored) await items.set(name, record);
      for (const [name] of stored) {
        for (const other of names) expect(await items.get(other)).toBe(stored.get(other) ?? null);
        expect(await items.delete(name)).toBe(true);
        stored.delete(name);
      }
      expect([...keychain.items.keys()]).toEqual([]);
    }),
    { numRuns: cases(300) },
  );
});

it.each(["discord.com/1234", "host/äöü 漢字 🎮", "50%25"])(
  "shows a plain account name unchanged in the keychain: %s",
  (account) => {
    expect(itemName(account)).toBe(account);
  },
);

it("never returns or deletes a chunk as another account's record", async () => {
  const keychain = new LimitedKeychain();
  const items = new ChunkedItems(keychain, "service");
  await items.set("bob", "x".repeat(9_000));
  for (const name of keychain.items.keys()) {
    if (name !== "bob") expect([await items.get(name), await items.delete(name)]).toEqual([null, false]);
  }
  expect(await items.get("bob")).toBe("x".repeat(9_000));
});
