import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

export interface StagedFile {
  readonly path: string;
  readonly put: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

/** @param mode - Subject to the umask. */
export async function stageFile(path: string, text: string, mode = 0o666): Promise<StagedFile> {
  const temporaryPath = `${path}.${randomUUID()}.tmp`;
  const discard = () => rm(temporaryPath, { force: true });
  try {
    await using file = await open(temporaryPath, "wx", mode);
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await discard();
    throw error;
  }
  return { path, put: () => rename(temporaryPath, path), discard };
}

export async function writePrivateFile(path: string, text: string): Promise<void> {
  const staged = await stageFile(path, text, 0o600);
  try {
    await staged.put();
  } finally {
    await staged.discard();
  }
}
