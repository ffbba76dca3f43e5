import { loadOnce } from "../core/lazy.ts";
import type * as locks from "./hold-lock.ts";
import { abortSignal, callable, optional, textOf } from "../core/check/readers.ts";
import { underLock } from "./token-store.ts";

export const loadHoldLock: () => Promise<typeof locks> = loadOnce(() => import("./hold-lock.ts"));

const readSignal = optional(abortSignal("invalid_signal"));

const readName = textOf({ most: 4096 });

const readWork = callable();

/**
 * Runs `work` under a lock that all of this user's processes share.
 *
 * The lock belongs to the process that listens on the socket inside the lock's directory. The system closes sockets when a
 * process exits, so an exited process's lock is detected immediately. Waiting processes connect to the holder, so they detect the
 * release without polling.
 *
 * - Acquiring: a directory with a listening socket is moved to the lock's path. Only one process can succeed.
 * - Removing an exited process's lock: each socket has a unique name, so a later holder's lock cannot be removed by mistake.
 *
 * @stable
 * @throws ClientError `aborted`, `timeout` if the lock is held for longer than two minutes, `invalid_signal` (ValidationError),
 *   or `lock_failed` (Disabled) if the file system rejects the lock files.
 */
export async function withProcessLock<T>(
  name: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  readSignal(signal, "signal");
  readName(name, "name");
  readWork(work, "work");
  const { holdLock } = await loadHoldLock();
  return underLock(async (held, wait) => holdLock(name, held, wait), work, signal);
}
