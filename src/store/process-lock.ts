import { createHash } from "node:crypto";
import { join } from "node:path";
import { Claim } from "./lock/claim.ts";
import { holderGone, throwIfAborted } from "./lock/holder.ts";
import { clearLeftovers } from "./lock/leftovers.ts";
import { lockFailed } from "./lock/lock-failed.ts";
import { abortSignal, callable, optional, textOf } from "../input/readers.ts";
import { runtimeFolder } from "./runtime-folder.ts";

const readSignal = optional(abortSignal("invalid_signal"));
const readName = textOf({ most: 4096 });
const readWork = callable();

/** So often in a row a place may be refused although nobody is found there, until the system is taken at its word. */
const mostRefusals = 1000;

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
 * @throws ClientError `aborted`, `invalid_signal` (ValidationError), or `lock_failed` (Disabled) when the system
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
  const root = await runtimeFolder();
  const place = join(root, createHash("sha256").update(name).digest("hex").slice(0, 16));
  const claim = await prepare(root);
  try {
    await take(claim, place, signal).catch((error) => {
      throw lockFailed(place, error);
    });
    return await work();
  } finally {
    await claim.release();
  }
}

async function prepare(root: string): Promise<Claim> {
  try {
    await clearLeftovers(root);
    return await Claim.prepare(root);
  } catch (error) {
    throw lockFailed(root, error);
  }
}

async function take(claim: Claim, place: string, signal: AbortSignal | undefined): Promise<void> {
  for (let refusals = 0; !(await claim.takeTo(place)); refusals++) {
    throwIfAborted(signal);
    if (refusals === mostRefusals) throw lockFailed(place, { code: "the system refuses it" });
    if (await holderGone(place, signal)) refusals = 0;
  }
  throwIfAborted(signal);
}
