import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The log file of a client: one line per call, in the order of the calls. */
export interface LogFile {
  write(line: string): void;
  close(): void;
}

/** Opens `discord.log` in `folder`, emptied; undefined when that cannot be done. */
export function openLogFile(folder: string): LogFile | undefined {
  try {
    const descriptor = openSync(join(folder, "discord.log"), "w", 0o600);
    return { write: (line) => void writeSync(descriptor, `${line}\n`), close: () => closeSync(descriptor) };
  } catch {
    return undefined;
  }
}
