import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { programText } from "../../../scripts/bundle/program-text.js";
import type { createAccount } from "../../../src/electron/set-up.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const source = join(import.meta.dirname, "../../../src/electron");

/** A check in the main process, and its replacement. The text occurs exactly once in the file. */
export type Check = readonly [file: string, text: string, replacement: string];

/** Bundles a copy of the main process in which a check is replaced. */
export async function withoutCheck([file, text, replacement]: Check): Promise<typeof createAccount> {
  if (readFileSync(join(source, file), "utf8").split(text).length !== 2)
    throw new Error(`${file} does not contain this text exactly once: ${text}`);
  const replaced = {
    name: "without-check",
    transform: (code: string, id: string) =>
      id === join(source, file) ? code.replace(text, () => replacement) : undefined,
  };
  const build = await rolldown({
    input: join(source, "set-up.ts"),
    platform: "node",
    transform: { target: "node20.19" },
    external: [/^(?!\0|@oxc-project\/)[^./]/],
    plugins: [replaced, programText()],
  });
  const output = join(temporaryFolder(), "set-up.mjs");
  await build.write({ codeSplitting: false, file: output });
  await build.close();
  const copy = (await import(pathToFileURL(output).href)) as { createAccount: typeof createAccount };
  return copy.createAccount;
}
