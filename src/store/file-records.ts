import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ClientError, ErrorType } from "../core/errors.ts";
import { parseForeignJson } from "../core/request/response.ts";
import { fileLimits, readBytes, readProblem } from "../core/resolve/read-file.ts";
import { decrypt, encrypt } from "./aes-gcm.ts";
import type { TokenStore } from "./token-store.ts";
import { loadHoldLock } from "./process-lock.ts";

/**
 * Replaces a file atomically: even after a system crash, readers get either the old or the new content. Only one writer runs at a
 * time, so any leftover temporary file belongs to a process that was killed.
 */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  await removeUnfinished(path);
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function removeUnfinished(path: string): Promise<void> {
  const start = `${basename(path)}.`;
  const names = await readdir(dirname(path)).catch(() => []);
  const leftovers = names.filter(
    (name) => name.startsWith(start) && /^[0-9a-f-]{36}\.new$/.test(name.slice(start.length)),
  );
  // Leftovers that cannot be removed are harmless.
  await Promise.allSettled(leftovers.map((name) => rm(join(dirname(path), name))));
}

/** Makes the rename durable. Windows does not need this and cannot open directories. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const magic = Buffer.from("slashpass-1\n", "ascii");

export function fileRecords(path: string, key: Uint8Array): TokenStore {
  const load = () => readRecords(path, key);
  const save = (records: ReadonlyMap<string, string>) =>
    replaceFile(path, seal(records, key)).catch((error) => fail(path, error));
  const locked = async <T>(
    what: readonly string[],
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    const { holdLock } = await loadHoldLock();
    return holdLock(JSON.stringify(["file", await truePath(path), ...what]), work, signal);
  };
  /** Runs under the lock, because accounts and processes share the file. */
  const change = <T>(work: (records: Map<string, string>) => T): Promise<T> =>
    locked([], async () => {
      const records = await load();
      const result = work(records);
      await save(records);
      return result;
    });

  return {
    name: "file",
    probe: () => change(() => undefined),
    get: async (account) => (await load()).get(account),
    set: (account, record) => change((records) => void records.set(account, record)),
    delete: (account) => change((records) => records.delete(account)),
    exclusively: (account, work, signal) => locked([account], work, signal),
  };
}

/** Processes that spell the same path differently must share the lock. */
async function truePath(path: string): Promise<string> {
  return realpath(path)
    .catch(async () => join(await realpath(dirname(path)), basename(path)))
    .catch(() => path);
}

async function readRecords(path: string, key: Uint8Array): Promise<Map<string, string>> {
  let file: Buffer;
  try {
    file = await readBytes(path, fileLimits.records);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    return fail(path, error);
  }
  return unseal(file, key, path);
}

function seal(records: ReadonlyMap<string, string>, key: Uint8Array): Uint8Array {
  return Buffer.concat([magic, encrypt(JSON.stringify([...records]), key, magic)]);
}

function unseal(file: Buffer, key: Uint8Array, path: string): Map<string, string> {
  if (isNewer(file)) throw newerVersion(path);
  try {
    if (!file.subarray(0, magic.length).equals(magic)) throw new Error();
    const text = decrypt(file.subarray(magic.length), key, magic);
    return new Map(parseForeignJson(text) as [string, string][]);
  } catch {
    throw new ClientError({
      type: ErrorType.Disabled,
      code: "store_unreadable",
      message: `The token file ${path} was encrypted with another key or is damaged.`,
      hint: "Pass the original key. If it is lost, delete the file and ask the player to sign in again.",
    });
  }
}

function isNewer(file: Buffer): boolean {
  const version = /^slashpass-(\d+)\n/.exec(file.toString("latin1", 0, 20))?.[1];
  return Number(version) > 1;
}

/** Does not use the code `store_unreadable`, because callers delete the file after that error. */
function newerVersion(path: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: `The token file ${path} was written by a newer version of the game.`,
    hint: "Update the game. The file is unchanged.",
  });
}

function fail(path: string, error: unknown): never {
  throw new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: `The token file ${path} could not be read or written (${readProblem(error)}).`,
    hint: "Check that the folder exists and belongs to the game's user, and that the disk has space.",
  });
}
