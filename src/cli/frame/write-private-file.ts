import { stageFile } from "./stage-file.ts";

/** Writes a file that only its owner reads, whole or not at all. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const staged = await stageFile(path, text, 0o600);
  try {
    await staged.put();
  } finally {
    await staged.discard();
  }
}
