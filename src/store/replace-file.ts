import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file as a whole: whoever reads it, even after a crash of the machine, finds the old or the new bytes. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
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
