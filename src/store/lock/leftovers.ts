import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { clearDead } from "./holder.ts";

/** A claim (12 digits) or a lock (16). */
const folderOfLock = /^(?:[0-9a-f]{12}|[0-9a-f]{16})$/;

/** How long a claim may exist without a listening socket. */
const youthMs = 60_000;

const cleared = new Set<string>();

/** Removes, once per process, what killed processes left in `root`. What cannot be removed is in nobody's way. */
export async function clearLeftovers(root: string): Promise<void> {
  if (cleared.has(root)) return;
  cleared.add(root);
  const names = await readdir(root).catch(() => []);
  const old = names.filter((name) => folderOfLock.test(name)).map((name) => join(root, name));
  await Promise.allSettled(old.map(clearIfOld));
}

async function clearIfOld(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder);
  if (Date.now() - mtimeMs > youthMs) await clearDead(folder);
}
