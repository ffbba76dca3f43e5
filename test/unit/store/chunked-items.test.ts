import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ChunkedItems, itemBytes } from "../../../src/store/keychain-records.ts";
import type { Keytar } from "../../../src/store/secret-service/secret-service.ts";
import { anyText } from "../../setup/any-text.ts";
import { cases } from "../../setup/cases.ts";

/** A keychain that rejects items above the limit of Windows, and fails once `stepsLeft` is used up. */
class LimitedKeychain implements Keytar {
  readonly items = new Map<string, string>();
  stepsLeft = Number.POSITIVE_INFINITY;

  getPassword(_service: string, account: string): Promise<string | null> {
    return this.#step(() => this.items.get(account) ?? null);
  }

  setPassword(_service: string, account: string, password: string): Promise<void> {
    return this.#step(() => {
      if (Buffer.byteLength(password) > itemBytes) throw new Error("The stub received bad data.");
      this.items.set(account, password);
    });
  }

  deletePassword(_service: string, account: string): Promise<boolean> {
    return this.#step(() => this.items.delete(account));
  }

  async #step<T>(work: () => T): Promise<T> {
    if (this.stepsLeft-- <= 0) throw new Error("killed");
    return Promise.resolve(work());
  }
}

const records = anyText({ maxLength: 20_000, size: "max" });

it("restores records of any length, and leaves nothing after deletion", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(records, { minLength: 1, maxLength: 4 }), async (values) => {
      const keychain = new LimitedKeychain();
      const items = new ChunkedItems(keychain, "service");
      for (const value of values) {
        // Lone surrogates have no UTF-8 form; tokens contain none.
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
  "keeps the old or the new record if killed at any step from %i to %i bytes, and deletes both",
  async (before, after) => {
    const [old, next] = ["o".repeat(before), "n".repeat(after)];
    for (let steps = 0, done = false; !done; steps++) {
      const keychain = new LimitedKeychain();
      const items = new ChunkedItems(keychain, "service");
      await items.set("a", old);
      keychain.stepsLeft = steps;
      done = await items.set("a", next).then(
        () => true,
        () => false,
      );
      keychain.stepsLeft = Number.POSITIVE_INFINITY;
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
