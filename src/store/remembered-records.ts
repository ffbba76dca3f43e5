import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileLimits, readText } from "../core/resolve/read-file.ts";
import { runtimeFolder } from "./runtime-folder.ts";

interface Remembered {
  readonly stamp: string;
  readonly record: string;
}

/**
 * Caches records until a process changes them, because a keychain may prompt the player for each read (macOS does so after the
 * game is updated). Writers replace a random stamp in a small file per account. If a writer is killed before that, other
 * processes keep the old record, so callers must drop the cached record before making a decision that depends on it.
 */
export class RememberedRecords {
  readonly #service: string;
  readonly #records = new Map<string, Remembered>();

  constructor(service: string) {
    this.#service = service;
  }

  async get(account: string, read: () => Promise<string | undefined>): Promise<string | undefined> {
    // Read before the record. If the record changes in between, the next call detects this.
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
