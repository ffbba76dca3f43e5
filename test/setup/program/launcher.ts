import { chmodSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { outputOf } from "../child-process.ts";

/** A program that stands for the browser: it hands the address to `opened`. */
export async function createLauncher(
  folder: string,
): Promise<{ launcher: string; opened: () => Promise<string> }> {
  const [pipe, launcher] = [join(folder, "opened"), join(folder, "browser")];
  await outputOf("mkfifo", [pipe]);
  writeFileSync(launcher, `#!/bin/sh\nprintf '%s' "$1" > '${pipe}'\n`);
  chmodSync(launcher, 0o755);
  return { launcher, opened: () => readFile(pipe, "utf8") };
}
