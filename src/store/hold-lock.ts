import { abortedError } from "../core/errors.ts";
import { join } from "node:path";
import { LockClaim, clearLeftovers } from "./lock-claim.ts";
import { createHash } from "node:crypto";
import { lockFailed, runtimeFolder } from "./runtime-folder.ts";
import { holderGone } from "./lock-holder.ts";

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError("Waiting for the lock of the tokens");
}

/** Maximum of consecutive failures without a holder. */
const mostRefusals = 1000;

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
