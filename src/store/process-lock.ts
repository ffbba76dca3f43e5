import { loadOnce } from "../core/lazy.ts";
import type * as locks from "./hold-lock.ts";
import { abortSignal, callable, optional, textOf } from "../core/check/readers.ts";
import { underLock } from "./lock-wait.ts";

export const loadHoldLock: () => Promise<typeof locks> = loadOnce(() => import("./hold-lock.ts"));

const readSignal = optional(abortSignal("invalid_signal"));

const readName = textOf({ most: 4096 });

const readWork = callable();

/**
 * Runs `work` while no other process of this user does so under the same name.
 *
 * The lock belongs to the process that listens on the socket inside its directory. The system closes sockets when a process ends,
 * so the lock of a dead process is detected immediately. Waiters are connected to the holder and notice the release without
 * polling.
 *
 * - Acquiring: a directory with a listening socket is moved to the lock's path, which only one process can do.
 * - Removing a dead process's lock: each socket has a unique name, so a later holder's lock cannot be removed.
 *
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
