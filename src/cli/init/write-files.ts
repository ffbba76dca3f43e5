import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { Failure } from "../frame/failure.ts";

/**
 * Writes files, by their paths, each whole. Where one cannot be written, new ones are taken back.
 *
 * @throws Failure `file_not_written`.
 */
export async function writeFiles(files: ReadonlyMap<string, string>): Promise<void> {
  const created: string[] = [];
  const staged = [...files].map(([path, text]) => ({ path, text, beside: `${path}.${randomUUID()}.tmp` }));
  try {
    for (const { beside, text } of staged) await writeFile(beside, text, { flag: "wx" });
    for (const { beside, path } of staged) {
      const isNew = !existsSync(path);
      await rename(beside, path);
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
    for (const { beside } of staged) await rm(beside, { force: true });
  }
}
