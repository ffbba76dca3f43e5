import { loadOnce } from "../core/lazy.ts";
import type * as locks from "./hold-lock.ts";
import { abortSignal, callable, optional, textOf } from "../core/check/readers.ts";
import { underLock } from "./lock-patience.ts";

/** Locks that other processes see. */
export const loadHoldLock: () => Promise<typeof locks> = loadOnce(() => import("./hold-lock.ts"));

const readSignal = optional(abortSignal("invalid_signal"));

const readName = textOf({ most: 4096 });

const readWork = callable();

/**
 * Runs `work` while no other process of this user does so under the same name.
 *
 * The lock belongs to the process that listens on the socket inside its folder. The system closes a socket with its
 * process, so the lock of a dead process is recognised at once. Waiters are connected to the holder, so they learn of the
 * release without polling.
 *
 * - Taking: a folder with a listening socket in it is moved to the place of the lock, which only one can do.
 * - Clearing the lock of a dead process: each socket has a unique name, so the lock of a later holder cannot be removed.
 *
 * @throws ClientError `aborted`, `timeout` when the lock is held for longer than two minutes, `invalid_signal` (ValidationError), or `lock_failed` (Disabled) when the system
 *   refuses the files.
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
