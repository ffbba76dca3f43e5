import { ClientError, ErrorType, isClientError, abortedError } from "../core/errors.ts";
import { readdir, rm, rmdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { guarded } from "../core/check/callback.ts";
import { atSocketPath, endpoint, LockClaim, clearLeftovers } from "./lock-claim.ts";
import { abortSignal, callable, optional, textOf } from "../core/check/readers.ts";
import { underLock, loadHoldLock } from "./lock-patience.ts";
import { createHash } from "node:crypto";
import { runtimeFolder } from "./runtime-folder.ts";

/** The error for a lock that the system refuses; an error that already says more stays what it is. */
export function lockFailed(folder: string, error: unknown): ClientError {
  if (isClientError(error)) return error;
  return new ClientError({
    type: ErrorType.Disabled,
    code: "lock_failed",
    message: `The lock that keeps processes from refreshing the same token could not be made in ${folder} (${codeOf(error)}).`,
    hint: "This folder must belong to the user of the game and be closed to others (chmod 700), on a disk that has room.",
  });
}

/** The system's word for what went wrong. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown";
}

/** The holder let go or died before it had accepted the connection (UNKNOWN on Windows). */
const wentAway: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UNKNOWN"]);
const nobodyThere: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOENT", "ENOTSOCK"]);
/** The holder lives, and more wait for it than the system lets wait. */
const crowded = "EAGAIN";
const crowdedMs = 20;
/** Another process was faster. Windows also says EPERM, EACCES or EBUSY of what is just being removed. */
const changing: ReadonlySet<string> = new Set(
  process.platform === "win32"
    ? ["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM", "EACCES", "EBUSY"]
    : ["ENOENT", "ENOTEMPTY", "EEXIST"],
);

/**
 * Resolves when the lock at `place` may be free: released, or cleared because its holder is dead.
 *
 * @returns whether somebody was found there.
 */
export async function holderGone(place: string, signal: AbortSignal | undefined): Promise<boolean> {
  const token = await tokenAt(place);
  if (token === undefined) return false;
  const reached = await reach(place, token);
  if (typeof reached !== "string") await hungUp(reached, signal);
  else if (reached === crowded) await pause(crowdedMs);
  else if (nobodyThere.has(reached)) await removeHolder(place, token);
  else if (!wentAway.has(reached)) throw lockFailed(place, { code: reached });
  return true;
}

/** Removes the lock or claim at `place` if its maker is dead. */
export async function clearDead(place: string): Promise<void> {
  const token = await tokenAt(place);
  if (token === undefined) return;
  const reached = await reach(place, token);
  if (typeof reached !== "string") reached.destroy();
  else if (nobodyThere.has(reached)) await removeHolder(place, token);
}

export async function removeHolder(place: string, token: string): Promise<void> {
  await rm(join(place, token), { force: true });
  await removeEmpty(place);
}

/** The name of the socket inside `place`. A folder without one is nobody's. */
async function tokenAt(place: string): Promise<string | undefined> {
  const tokens = await readdir(place).catch(unlessChanging);
  if (tokens?.[0] === undefined) await removeEmpty(place);
  return tokens?.[0];
}

async function removeEmpty(place: string): Promise<void> {
  await rmdir(place).catch(unlessChanging);
}

function unlessChanging(error: unknown): undefined {
  if (!changing.has(codeOf(error))) throw error;
}

/** Connects to the process that listens; returns the system's error code if that fails. */
function reach(place: string, token: string): Promise<Socket | string> {
  return atSocketPath(
    endpoint(place, token),
    (path) =>
      new Promise((resolve) => {
        const socket = connect(path);
        // Stays for good: a later reset is no failure of ours, and without it would end the process.
        const fail = (error: unknown) => resolve(codeOf(error));
        socket.on("error", guarded(fail, fail));
        socket.on(
          "connect",
          guarded(() => resolve(socket), fail),
        );
      }),
  );
}

/** Resolves when the other end hangs up, or the signal is aborted. */
async function hungUp(socket: Socket, signal: AbortSignal | undefined): Promise<void> {
  if (socket.closed) return;
  const giveUp = () => socket.destroy();
  try {
    const closed = new Promise((resolve) => socket.on("close", resolve));
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    socket.resume();
    await closed;
  } finally {
    // Also without a signal.
    giveUp();
    signal?.removeEventListener("abort", giveUp);
  }
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError("Waiting for the lock of the tokens");
}

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

/** So often in a row a place may be refused although nobody is found there, until the system is taken at its word. */
const mostRefusals = 1000;

/** {@link withProcessLock} with arguments that were checked. */
export async function holdLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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

async function prepare(root: string): Promise<LockClaim> {
  try {
    await clearLeftovers(root);
    return await LockClaim.prepare(root);
  } catch (error) {
    throw lockFailed(root, error);
  }
}

async function take(claim: LockClaim, place: string, signal: AbortSignal | undefined): Promise<void> {
  for (let refusals = 0; !(await claim.takeTo(place)); refusals++) {
    throwIfAborted(signal);
    if (refusals === mostRefusals) throw lockFailed(place, { code: "the system refuses it" });
    if (await holderGone(place, signal)) refusals = 0;
  }
  throwIfAborted(signal);
}
