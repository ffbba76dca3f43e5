import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { createAccount } from "../../../src/electron/set-up.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const source = join(import.meta.dirname, "../../../src");

/** A check in the main process, and its replacement. The text occurs exactly once in the file. */
export type Check = readonly [file: string, text: string, replacement: string];

/** Loads a copy of the main process in which a check is replaced. The copy imports the other modules from `src`. */
export async function withoutCheck([file, text, replacement]: Check): Promise<typeof createAccount> {
  const folder = temporaryFolder();
  cpSync(join(source, "electron"), folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const code = readFileSync(path, "utf8").replaceAll('"../', `"${source}/`);
    if (name === file && code.split(text).length !== 2)
      throw new Error(`${file} does not contain this text exactly once: ${text}`);
    writeFileSync(path, name === file ? code.replace(text, () => replacement) : code);
  }
  const copy = (await import(join(folder, "set-up.ts"))) as { createAccount: typeof createAccount };
  return copy.createAccount;
}
