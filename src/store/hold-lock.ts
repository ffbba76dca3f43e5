import { abortedError } from "../core/errors.ts";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { LockClaim, clearLeftovers, removeHolder, nobodyThere, tokenAt, reach } from "./lock-claim.ts";
import { createHash } from "node:crypto";
import { runtimeFolder, lockFailed } from "./runtime-folder.ts";

/** The holder let go or died before it had accepted the connection (UNKNOWN on Windows). */
const wentAway: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UNKNOWN"]);

/** The holder lives, and more wait for it than the system lets wait. */
const crowded = "EAGAIN";

const crowdedMs = 20;

/**
 * Resolves when the lock at `place` may be free: its holder released it, or is dead and was cleared.
 *
 * @returns whether there was a holder.
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

/** After so many refusals in a row without a holder, the system's refusal is an error. */
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
