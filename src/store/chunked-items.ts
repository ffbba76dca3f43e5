import { createHash } from "node:crypto";
import { chunkName, formerItemName, itemName, mayBeChunk } from "./item-names.ts";
import { keychainError } from "./keychain-error.ts";
import type { Keytar } from "./secret-service/keychain.ts";

/** Largest item that every keychain takes: the limit of the Windows Credential Manager, in bytes (5 x 512). */
export const itemBytes = 2560;

const chunkBytes = 2048;
const manifestStart = "slashpass-chunks ";

/** Names the chunks of one record. Two slots take turns, so that the old record stays whole until the new one is. */
interface Manifest {
  readonly slot: "a" | "b";
  readonly count: number;
  readonly digest: string;
}

/**
 * Records of any length in a keychain whose items are limited. A short record is one item. A longer one is cut into
 * chunks, written first; the item of the account then becomes the manifest that names them, in one step.
 */
export class ChunkedItems {
  readonly #keychain: Keytar;
  readonly #service: string;

  constructor(keychain: Keytar, service: string) {
    this.#keychain = keychain;
    this.#service = service;
  }

  async get(account: string): Promise<string | null> {
    const record = await this.#read(itemName(account));
    if (record !== null) return record;
    const former = await this.#former(account);
    return former === undefined ? null : this.#read(former);
  }

  async set(account: string, record: string): Promise<void> {
    const name = itemName(account);
    const old = parseManifest((await this.#keychain.getPassword(this.#service, name)) ?? "");
    if (Buffer.byteLength(record) <= itemBytes && !record.startsWith(manifestStart)) {
      await this.#keychain.setPassword(this.#service, name, record);
    } else {
      const manifest = await this.#split(name, old?.slot === "a" ? "b" : "a", record);
      await this.#keychain.setPassword(this.#service, name, formatManifest(manifest));
    }
    if (old) await this.#drop(name, old.slot, 0);
    const former = await this.#former(account);
    if (former !== undefined) await this.#remove(former);
  }

  async delete(account: string): Promise<boolean> {
    const former = await this.#former(account);
    const knownFormer = former !== undefined && (await this.#remove(former));
    return (await this.#remove(itemName(account))) || knownFormer;
  }

  /** The name under which an earlier version kept a record of `account`, if it still does. */
  async #former(account: string): Promise<string | undefined> {
    const name = formerItemName(account);
    if (name === undefined) return undefined;
    const item = await this.#keychain.getPassword(this.#service, name);
    return item === null || mayBeChunk(name, item) ? undefined : name;
  }

  /** Gives the record of `account` the name that it has now, where it is in the way of a chunk. */
  async #rename(account: string): Promise<void> {
    const former = await this.#former(account);
    const record = former === undefined ? null : await this.#read(former);
    if (record !== null) await this.set(account, record);
  }

  async #read(name: string): Promise<string | null> {
    for (let seen: string | undefined; ;) {
      const item = await this.#keychain.getPassword(this.#service, name);
      const manifest = item === null ? undefined : parseManifest(item);
      if (!manifest) return item;
      const record = await this.#join(name, manifest);
      if (record !== undefined) return record;
      // Another process was replacing it: then the manifest is a new one by now.
      if (item === seen) throw keychainError("Reading from the keychain", "chunks of the record are missing");
      seen = item as string;
    }
  }

  async #remove(name: string): Promise<boolean> {
    const known = await this.#keychain.deletePassword(this.#service, name);
    await this.#drop(name, "a", 0);
    await this.#drop(name, "b", 0);
    return known;
  }

  async #split(name: string, slot: Manifest["slot"], record: string): Promise<Manifest> {
    const encoded = Buffer.from(record).toString("base64");
    const count = Math.ceil(encoded.length / chunkBytes);
    for (let index = 0; index < count; index++) {
      const chunk = encoded.slice(index * chunkBytes, (index + 1) * chunkBytes);
      await this.#rename(chunkName(name, slot, index));
      await this.#keychain.setPassword(this.#service, chunkName(name, slot, index), chunk);
    }
    await this.#drop(name, slot, count);
    return { slot, count, digest: digestOf(encoded) };
  }

  async #join(name: string, { slot, count, digest }: Manifest): Promise<string | undefined> {
    const names = Array.from({ length: count }, (_, index) => chunkName(name, slot, index));
    const chunks = await Promise.all(names.map((chunk) => this.#keychain.getPassword(this.#service, chunk)));
    const encoded = chunks.join("");
    return digestOf(encoded) === digest ? Buffer.from(encoded, "base64").toString() : undefined;
  }

  /** Deletes the chunks from number `first` on, the last one first: a crash in between leaves no gap. */
  async #drop(name: string, slot: Manifest["slot"], first: number): Promise<void> {
    let end = first;
    while (await this.#isChunk(chunkName(name, slot, end))) end++;
    while (end-- > first) {
      await this.#keychain.deletePassword(this.#service, chunkName(name, slot, end));
    }
  }

  async #isChunk(name: string): Promise<boolean> {
    const item = await this.#keychain.getPassword(this.#service, name);
    return item !== null && mayBeChunk(name, item);
  }
}

function formatManifest({ slot, count, digest }: Manifest): string {
  return `${manifestStart}${slot} ${count} ${digest}`;
}

function parseManifest(item: string): Manifest | undefined {
  if (!item.startsWith(manifestStart)) return undefined;
  const [slot, count, digest] = item.slice(manifestStart.length).split(" ");
  if ((slot !== "a" && slot !== "b") || digest === undefined) return undefined;
  return { slot, count: Number(count), digest };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
