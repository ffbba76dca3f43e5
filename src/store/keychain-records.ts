import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { keychainError, keychainTimeout, keyring } from "./keyring.ts";
import { type Keytar, type Keychain, secretService } from "./secret-service/secret-service.ts";
import { kindOf } from "../core/check/readers.ts";
import { orAborted } from "../core/request/abort.ts";
import { startDeadline } from "../core/request/deadline.ts";
import { maskSecret } from "../core/request/mask-secret.ts";
import { fileLimits, readText } from "../core/resolve/read-file.ts";
import { createQueue, type TokenStore } from "./token-store.ts";
import { loadHoldLock } from "./process-lock.ts";
import { runtimeFolder } from "./runtime-folder.ts";

/** Characters that are reserved for chunk names or that keychains do not preserve. */
const unusual = /[#%\p{Cc}\p{Cs}]/gu;
const escaped = "#escaped ";
const plain = /^[^#\p{Cc}\p{Cs}]+$/u;

/**
 * Returns a unique name that never equals a chunk's name. Plain accounts are used unchanged. Others get a prefix, and each
 * unusual UTF-16 code unit is replaced by four hexadecimal digits.
 */
export function itemName(account: string): string {
  if (plain.test(account)) return account;
  return `${escaped}${account.replace(unusual, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}`;
}

/** The name contains a `#`, but not at the start. */
export function chunkName(item: string, slot: "a" | "b", index: number): string {
  return `${item}#${slot}${index}`;
}

/** The Windows Credential Manager's limit in bytes (5 x 512). */
export const itemBytes = 2560;

const chunkBytes = 2048;
const manifestStart = "slashpass-chunks ";

/** Two slots alternate, because the old record must stay intact until the new one is complete. */
interface Manifest {
  readonly slot: "a" | "b";
  readonly count: number;
  readonly digest: string;
}

interface Items extends Keytar {
  deletePassword(service: string, account: string, onRemaining?: (count: number) => void): Promise<boolean>;
}

function isOurs(name: string, value: string): boolean {
  const isChunk = /.#[ab]\d+$/.test(name) && /^[\w+/]+=*$/.test(value);
  return isChunk || value.startsWith('{"v":1,"a":') || value.startsWith(manifestStart);
}

/**
 * Splits long records into chunks. After all chunks are written, a manifest that lists them atomically replaces the account's
 * item.
 */
export class ChunkedItems {
  readonly #keychain: Items;
  readonly #service: string;

  constructor(keychain: Items, service: string) {
    this.#keychain = keychain;
    this.#service = service;
  }

  async get(account: string): Promise<string | null> {
    return this.#read(itemName(account));
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
  }

  async delete(account: string, onRemaining?: (count: number) => void): Promise<boolean> {
    const name = itemName(account);
    const known = await this.#keychain.deletePassword(this.#service, name, onRemaining);
    await this.#drop(name, "a", 0);
    await this.#drop(name, "b", 0);
    return known;
  }

  async #read(name: string): Promise<string | null> {
    for (let previous: string | undefined; ;) {
      const item = await this.#keychain.getPassword(this.#service, name);
      const manifest = item === null ? undefined : parseManifest(item);
      if (!manifest) return item;
      const record = await this.#join(name, manifest);
      if (record !== undefined) return record;
      // If another process had replaced the record, the manifest would have changed.
      if (item === previous)
        throw keychainError("Reading from the keychain", "chunks of the record are missing");
      previous = item as string;
    }
  }

  async #split(name: string, slot: Manifest["slot"], record: string): Promise<Manifest> {
    const encoded = Buffer.from(record).toString("base64");
    const count = Math.ceil(encoded.length / chunkBytes);
    for (let index = 0; index < count; index++) {
      const chunk = encoded.slice(index * chunkBytes, (index + 1) * chunkBytes);
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

  /** Deletes in reverse order, because a crash must not leave a gap. */
  async #drop(name: string, slot: Manifest["slot"], first: number): Promise<void> {
    let end = first;
    while (await this.#isChunk(chunkName(name, slot, end))) end++;
    while (end-- > first) {
      await this.#keychain.deletePassword(this.#service, chunkName(name, slot, end));
    }
  }

  async #isChunk(name: string): Promise<boolean> {
    return (await this.#keychain.getPassword(this.#service, name)) !== null;
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

const minSecretLength = 8;

export interface KeychainInit {
  readonly service?: string | undefined;
  readonly keytar?: Keytar | undefined;
  readonly timeoutMs?: number | undefined;
}

export function keychainRecords({
  service = "slashpass",
  keytar,
  timeoutMs = 30_000,
}: KeychainInit): TokenStore {
  const keychain = limited(keytar ? withoutSignal(keytar) : systemKeychain(), timeoutMs);
  const items = new ChunkedItems(keychain, service);
  const remembered = new RememberedRecords(service);
  const inTurn = createQueue();

  async function probe(): Promise<void> {
    const account = `probe/${randomUUID()}`;
    await keychain.setPassword(service, account, account);
    const stored = await keychain.getPassword(service, account);
    await keychain.deletePassword(service, account);
    if (stored !== account)
      throw keychainError("Testing the keychain", "the storage did not return the written value");
  }

  async function read(account: string): Promise<string | undefined> {
    const found = await items.get(account);
    if (found !== null) return found;
    // An unreachable keychain also reports its items as missing.
    await probe();
    return (await items.get(account)) ?? undefined;
  }

  return {
    name: "keychain",
    probe: () => inTurn(probe),
    get: (account) => inTurn(() => remembered.get(account, () => read(account))),
    set: (account, record) =>
      inTurn(async () => {
        await items.set(account, record);
        await remembered.changed(account);
      }),
    delete: (account, onRemaining) =>
      inTurn(async () => {
        if (!(await items.delete(account, onRemaining))) {
          await probe();
          if (!(await items.delete(account))) return false;
        }
        await remembered.changed(account);
        return true;
      }),
    exclusively: async (account, work, signal) => {
      const { holdLock } = await loadHoldLock();
      const locked = () => {
        remembered.forget(account);
        return work();
      };
      return holdLock(JSON.stringify(["keychain", service, account]), locked, signal);
    },
  };
}

function systemKeychain(): Keychain {
  return process.platform === "win32" || process.platform === "darwin" ? keyring : secretService;
}

function withoutSignal(keytar: Keytar): Keychain {
  return {
    getPassword: (service, account) => keytar.getPassword(service, account),
    setPassword: (service, account, password) => keytar.setPassword(service, account, password),
    deletePassword: (service, account) => keytar.deletePassword(service, account),
  };
}

/** Masks the record in fragments, because the message may escape its quotes. */
function maskRecord(text: string, record: string): string {
  const fragments = record.split(/[^\w\-.~+/=]+/).filter((word) => word.length >= minSecretLength);
  return fragments.reduce(maskSecret, text);
}

function limited(keychain: Keychain, timeoutMs: number): Items {
  async function limit<T>(
    operation: string,
    call: (signal: AbortSignal) => Promise<T>,
    secret?: string,
  ): Promise<T> {
    using deadline = startDeadline(operation, timeoutMs, [], keychainTimeout);
    const { signal } = deadline;
    // Async, because a custom keychain may throw synchronously.
    const answer = (async () => call(signal))().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : "no reason given";
      throw keychainError(operation, secret === undefined ? reason : maskRecord(reason, secret));
    });
    return await orAborted(answer, operation, signal);
  }
  return {
    async getPassword(...item) {
      const operation = "Reading from the keychain";
      const found: unknown = await limit(operation, (signal) => keychain.getPassword(...item, signal));
      if (found === null || found === undefined || typeof found === "string") return found ?? null;
      throw keychainError(
        operation,
        `getPassword returned ${kindOf(found)}, but must return a string or null`,
      );
    },
    setPassword: (...item) =>
      limit("Writing to the keychain", (signal) => keychain.setPassword(...item, signal), item[2]),
    deletePassword: (service, name, onRemaining) =>
      limit("Deleting from the keychain", (signal) =>
        keychain.deletePassword(service, name, signal, {
          isOurs: (value) => isOurs(name, value),
          onRemaining,
        }),
      ),
  };
}

interface Remembered {
  readonly stamp: string;
  readonly record: string;
}

/**
 * Caches records until a process changes them, because a keychain may prompt the player for each read (macOS does so after the
 * game is updated). Writers replace a random stamp in a small file per account. If a writer is killed before it replaces the
 * stamp, other processes keep the old record, so callers must drop the cached record before making a decision that depends on it.
 */
class RememberedRecords {
  readonly #service: string;
  readonly #records = new Map<string, Remembered>();

  constructor(service: string) {
    this.#service = service;
  }

  async get(account: string, read: () => Promise<string | undefined>): Promise<string | undefined> {
    // Reads the stamp before the record. If the record changes in between, the next call detects the change.
    const stamp = await this.#readStamp(account);
    const remembered = this.#records.get(account);
    if (remembered && remembered.stamp === stamp) return remembered.record;
    this.#records.delete(account);
    const record = await read();
    if (record === undefined) return undefined;
    if (stamp === undefined) await this.changed(account);
    else this.#records.set(account, { stamp, record });
    return record;
  }

  /** If no stamp can be written, records are not cached. */
  async changed(account: string): Promise<void> {
    this.#records.delete(account);
    await this.#stampFile(account)
      .then((file) => writeFile(file, randomUUID(), { mode: 0o600 }))
      .catch(() => undefined);
  }

  forget(account: string): void {
    this.#records.delete(account);
  }

  #readStamp(account: string): Promise<string | undefined> {
    return this.#stampFile(account)
      .then((file) => readText(file, fileLimits.settings))
      .catch(() => undefined);
  }

  async #stampFile(account: string): Promise<string> {
    const name = createHash("sha256")
      .update(JSON.stringify([this.#service, account]))
      .digest("hex");
    return join(await runtimeFolder(), `${name.slice(0, 16)}.stamp`);
  }
}
