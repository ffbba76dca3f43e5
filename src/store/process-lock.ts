import { abortSignal, callable, optional, textOf } from "../core/check/readers.ts";
import { underLock } from "./lock-patience.ts";
import { loadHoldLock } from "./load-hold-lock.ts";

const readSignal = optional(abortSignal("invalid_signal"));
const readName = textOf({ most: 4096 });
const readWork = callable();

/**
 * Runs `work` while no other process of this user does so under the same name.
 *
 * The lock belongs to whoever listens on the socket inside its folder. The system closes a socket with its process, so
 * a lock of the dead is known at once, and those who wait are connected to the holder: they hear of the release
 * without asking again.
 *
 * - Taking: a folder with a listening socket in it is moved to the place of the lock, which only one can do.
 * - Clearing the dead: each socket has a name of its own, so nobody can remove the lock of a later holder.
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
