import { basename, dirname } from "node:path";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import { type Format, moduleKindOf, readableFormats, commandsText } from "../init/write-files.ts";
import { misunderstood } from "../frame/failure.ts";
import type { pull } from "./definitions.ts";
import { openScope, readTarget, targetAsData } from "./open-client.ts";
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
  terminal.print(terminal.wrap(`Wrote ${counted(commands.length, "command")} into ${commandsFile}.`));
  return { result: { target: targetAsData(settings), file: commandsFile, commands: commands.length } };
}

/** @throws Failure `misunderstood` if this program could not load a file of that kind. */
export function formatOf(path: string): Format {
  const name = basename(path);
  const format = Object.entries(formats).find(([ending]) => name.endsWith(ending))?.[1];
  if (format === undefined || !readableFormats(process.features).includes(format)) {
    const why =
      format === "ts"
        ? `Node ${process.versions.node} cannot read TypeScript`
        : "its name has no known extension";
    throw misunderstood(
      `${path} could not be read afterwards: ${why}.`,
      "Use a name that ends with .mjs or .json, with --file.",
    );
  }
  const isPlain = name.endsWith(".js") || name.endsWith(".ts");
  if (!isPlain || moduleKindOf(dirname(path)) !== "commonjs") return format;
  throw misunderstood(
    `${path} could not be read afterwards: its package.json has "type": "commonjs".`,
    `Use a name that ends with ${format === "ts" ? ".mts" : ".mjs"}, with --file.`,
  );
}

const formats: Readonly<Record<string, Format>> = {
  ".json": "json",
  ".mjs": "mjs",
  ".js": "mjs",
  ".mts": "ts",
  ".ts": "ts",
};
