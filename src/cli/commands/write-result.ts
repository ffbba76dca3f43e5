import { existsSync } from "node:fs";
import type { Call } from "../frame/call.ts";
import { misunderstood } from "../frame/failure.ts";
import { interrupted } from "../frame/prompts.ts";
import { writeFiles } from "../init/write-files.ts";

interface WriteCall extends Pick<Call, "terminal"> {
  readonly options: { readonly force: boolean };
}

/**
 * Asks before a file that is there would be overwritten.
 *
 * @throws Failure `file_exists` where nobody can be asked; `interrupted` at a no.
 */
export async function confirmFile({ options, terminal }: WriteCall, path: string): Promise<void> {
  if (options.force || !existsSync(path)) return;
  if (!terminal.interactive) {
    throw misunderstood(`${path} would be overwritten.`, "Add --force, or name another file.", "file_exists");
  }
  const message = `${path} exists already. Overwrite it?`;
  if (!(await terminal.ask.confirm({ message, instead: "--force" }))) throw interrupted();
}

/** Writes it whole or not at all. */
export function writeResult(path: string, text: string): Promise<void> {
  return writeFiles(new Map([[path, text]]));
}
