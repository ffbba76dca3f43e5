import { join } from "node:path";
import type { NativeLogFile } from "../native/binding.ts";
import { loadAddon } from "../native/load.ts";

/** Opens `discord.log` in `folder`, emptied; undefined when that cannot be done. */
export function openLogFile(folder: string): NativeLogFile | undefined {
  return loadAddon().openLogFile(join(folder, "discord.log"));
}
