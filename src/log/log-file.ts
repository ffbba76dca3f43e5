import { resolve } from "node:path";
import { validationError } from "../core/errors.ts";
import type { NativeLogFile } from "../native/binding.ts";
import { loadAddon } from "../native/load.ts";

/** How long a disk that does not answer may keep the game from ending. */
const exitPatienceMs = 2000;

/** The files that this thread has opened and that may still be open. */
const files = new Set<WeakRef<NativeLogFile>>();

/**
 * Opens `discord.log` in `folder`, emptied; throws an Error that says why that cannot be done. What was written to it arrives however
 * the program ends by itself, also by `process.exit` or an exception that nobody catches.
 */
export function openLogFile(folder: string): NativeLogFile {
  const file = loadAddon().openLogFile(resolve(folder, "discord.log"));
  flushAtExit(file);
  return file;
}

/** @throws ClientError (ValidationError) `invalid_log_dir`. */
export function checkLogDir(folder: unknown): asserts folder is string {
  if (typeof folder === "string" && folder !== "" && !folder.includes("\0")) return;
  throw validationError(
    "invalid_log_dir",
    "The folder for the log is not a path: it must be a string that is not empty and holds no NUL character.",
    'Pass the path of a folder that exists; "." is the current one.',
  );
}

/** At `process.exit` neither the finalizers nor the clean-up hooks of the addon run. */
function flushAtExit(file: NativeLogFile): void {
  for (const known of files) if (!known.deref()) files.delete(known);
  files.add(new WeakRef(file));
  process.off("exit", flushAll).on("exit", flushAll);
}

function flushAll(): void {
  const end = performance.now() + exitPatienceMs;
  for (const file of files) file.deref()?.flush(Math.max(0, Math.ceil(end - performance.now())));
}
