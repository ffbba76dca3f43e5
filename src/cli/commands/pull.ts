import { basename, dirname } from "node:path";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import { type Format, moduleKindOf, readableFormats, commandsText } from "../init/write-files.ts";
import { misunderstood } from "../frame/failure.ts";
import type { pull } from "./definitions.ts";
import { openScope, readTarget, targetAsData } from "./open-client.ts";
import { isFolder } from "./commands-folder.ts";
import { confirmFile, writeResult } from "./apply-commands.ts";

export async function run(call: Call<typeof pull.options>): Promise<Outcome> {
  const { terminal, signal } = call;
  const settings = await readTarget(call);
  const { commandsFile } = settings;
  const format = formatOf(commandsFile);
  await confirmFile(call, commandsFile);
  const scope = await openScope(call, settings);
  const commands = await terminal.during("Reading the live commands", () => scope.pull({ signal }));
  await writeResult(commandsFile, commandsText(format, commands));
  terminal.printText(`Wrote ${counted(commands.length, "command")} to ${commandsFile}.`);
  return { result: { target: targetAsData(settings), file: commandsFile, commands: commands.length } };
}

export function formatOf(path: string): Format {
  if (isFolder(path))
    throw misunderstood(
      `The live commands cannot be written to ${path}: it is a folder.`,
      "Pass --file with a name that ends in .mjs or .json.",
    );
  const name = basename(path);
  const format = Object.entries(formats).find(([ending]) => name.endsWith(ending))?.[1];
  if (format === undefined || !readableFormats(process.features).includes(format)) {
    const why =
      format === "ts"
        ? `Node ${process.versions.node} cannot read TypeScript`
        : "its extension is missing or unknown";
    throw misunderstood(
      `slashpass could not read ${path} back: ${why}.`,
      "Pass --file with a name that ends in .mjs or .json.",
    );
  }
  const isPlain = name.endsWith(".js") || name.endsWith(".ts");
  if (!isPlain || moduleKindOf(dirname(path)) !== "commonjs") return format;
  throw misunderstood(
    `slashpass could not read ${path} back: its package.json has "type": "commonjs".`,
    `Pass --file with a name that ends in ${format === "ts" ? ".mts" : ".mjs"}.`,
  );
}

const formats: Readonly<Record<string, Format>> = {
  ".json": "json",
  ".mjs": "mjs",
  ".js": "mjs",
  ".mts": "ts",
  ".ts": "ts",
};
