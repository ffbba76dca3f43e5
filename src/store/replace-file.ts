import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file as a whole: whoever reads it, even after a crash of the machine, finds the old or the new bytes. One at
 * a time, so that what somebody else has begun can only be of a process that was killed.
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
  const left = names.filter(
    (name) => name.startsWith(start) && /^[0-9a-f-]{36}\.new$/.test(name.slice(start.length)),
  );
  // What cannot be removed is in nobody's way.
  await Promise.allSettled(left.map((name) => rm(join(dirname(path), name))));
}

/** Makes the new name last; Windows keeps it by itself and cannot open folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
