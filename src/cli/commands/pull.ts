import type { Call, Outcome } from "../frame/call.ts";
import { counted } from "../frame/shown.ts";
import type { Format } from "../init/formats.ts";
import { commandsText } from "../init/texts.ts";
import type { pull } from "./definitions.ts";
import { openScope } from "./open-client.ts";
import { readTarget, targetAsData } from "./read-target.ts";
import { confirmFile, writeResult } from "./write-result.ts";

export async function run(call: Call<typeof pull.options>): Promise<Outcome> {
  const { terminal, signal } = call;
  const settings = await readTarget(call);
  const { commandsFile } = settings;
  await confirmFile(call, commandsFile);
  const scope = await openScope(call, settings);
  const commands = await terminal.during("Reading the live commands", () => scope.pull({ signal }));
  await writeResult(commandsFile, commandsText(formatOf(commandsFile), commands));
  terminal.print(terminal.wrap(`Wrote ${counted(commands.length, "command")} into ${commandsFile}.`));
  return { result: { target: targetAsData(settings), file: commandsFile, commands: commands.length } };
}

function formatOf(path: string): Format {
  if (path.endsWith(".json")) return "json";
  return /\.m?ts$/.test(path) ? "ts" : "mjs";
}
