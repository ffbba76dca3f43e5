import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/** A text that lies whole on the disk, beside where it belongs. */
export interface StagedFile {
  readonly path: string;
  /** Puts it where it belongs, in the place of what lies there. */
  readonly put: () => Promise<void>;
  /** Takes it away, unless it was put. */
  readonly discard: () => Promise<void>;
}

/** @param mode - who may read it, as far as the umask of the process allows. */
export async function stageFile(path: string, text: string, mode = 0o666): Promise<StagedFile> {
  const beside = `${path}.${randomUUID()}.tmp`;
  const discard = () => rm(beside, { force: true });
  try {
    await using file = await open(beside, "wx", mode);
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await discard();
    throw error;
  }
  return { path, put: () => rename(beside, path), discard };
}

/** Writes a file that only its owner reads, whole or not at all. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const staged = await stageFile(path, text, 0o600);
  try {
    await staged.put();
  } finally {
    await staged.discard();
  }
}
