import { resolve } from "node:path";
import type { NativeLogFile } from "../native/binding.ts";
import { loadAddon } from "../native/load.ts";

/** A disk that does not answer may keep the game from ending for so long. */
const exitPatienceMs = 2000;

/** The files that this thread has opened and that may still be open. */
const files = new Set<WeakRef<NativeLogFile>>();

/**
 * Opens `discord.log` in `folder`, emptied; undefined when that cannot be done. What was written to it arrives however
 * the program ends by itself, also by `process.exit` or an exception that nobody catches.
 */
export function openLogFile(folder: string): NativeLogFile | undefined {
  const file = loadAddon().openLogFile(resolve(folder, "discord.log"));
  if (file) flushAtExit(file);
  return file;
}

/** At `process.exit` neither the finalizers nor the clean-up hooks of the addon run. */
function flushAtExit(file: NativeLogFile): void {
  for (const known of files) if (!known.deref()) files.delete(known);
  files.add(new WeakRef(file));
  process.off("exit", flushAll).on("exit", flushAll);
}

function flushAll(): void {
  const end = performance.now() + exitPatienceMs;
  for (const file of files) file.deref()?.flush(Math.max(0, end - performance.now()));
}
