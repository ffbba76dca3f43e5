import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Failure } from "../frame/failure.ts";
import { stageFile, type StagedFile } from "../frame/stage-file.ts";

/**
 * Writes files, by their paths, each whole. Where one cannot be written, new ones are taken back.
 *
 * @throws Failure `file_not_written`.
 */
export async function writeFiles(files: ReadonlyMap<string, string>): Promise<void> {
  const created: string[] = [];
  const staged: StagedFile[] = [];
  try {
    for (const [path, text] of files) staged.push(await stageFile(path, text));
    for (const { path, put } of staged) {
      const isNew = !existsSync(path);
      await put();
      if (isNew) created.push(path);
    }
  } catch (error) {
    for (const path of created) await rm(path);
    const { code = "unknown", path = "the file" } = error as {
      readonly code?: string;
      readonly path?: string;
    };
    throw new Failure(`${path} cannot be written (${code}).`, {
      code: "file_not_written",
      hint: "Check that the folder may be written to.",
    });
  } finally {
    for (const { discard } of staged) await discard();
  }
}
