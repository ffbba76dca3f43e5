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
 * The records of a keychain as they were last read, for as long as no process has changed them: a keychain may ask the player
 * each time it is read (macOS after an update of the game). Each account has a small file with a random stamp; a writer of
 * the record replaces the stamp.
 *
 * If a writer dies before it replaces the stamp, other processes keep the old record in memory. So a record is forgotten
 * before a decision depends on it.
 */
export class RememberedRecords {
  readonly #service: string;
  readonly #records = new Map<string, Remembered>();

  constructor(service: string) {
    this.#service = service;
  }

  /** The record of `account`: remembered if it is unchanged, else from `read`. */
  async get(account: string, read: () => Promise<string | undefined>): Promise<string | undefined> {
    // Before reading: a change after it is then seen at the next call.
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

  /** The record of `account` has been replaced or deleted. Where no stamp can be left, nothing is remembered either. */
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
