import { resolve } from "node:path";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import { ExitCode } from "../frame/failure.ts";
import { chooseScope, readTarget } from "./open-client.ts";
import type { validate } from "./definitions.ts";
import { describeFinding, findingAsData, loadDefinitions } from "./source.ts";

export async function run(call: Call<typeof validate.options>): Promise<Outcome> {
  const { cwd, terminal } = call;
  const { guildId, commandsFile } = await readPlace(call);
  const { allowUnknownFields } = call.options;
  const { commands, findings } = await loadDefinitions(commandsFile, { guildId, allowUnknownFields });
  for (const each of findings) {
    terminal.print(describeFinding(each, commandsFile, { cwd, terminal, paint: terminal.paint }));
  }
  const errors = findings.filter(({ finding }) => finding.severity === "error").length;
  const warnings = findings.length - errors;
  const count = Array.isArray(commands) ? commands.length : 0;
  terminal.print(
    `${counted(count, "command")}: ${counted(errors, "error")}, ${counted(warnings, "warning")}.`,
  );
  return {
    result: {
      file: commandsFile,
      scope: guildId === undefined ? "global" : "guild",
      commands: count,
      errors,
      warnings,
      findings: findings.map((each) => findingAsData(each, commandsFile)),
    },
    exitCode: errors === 0 ? ExitCode.Done : ExitCode.Differs,
  };
}

/** With a file of its own it needs no config. */
async function readPlace(call: Call<typeof validate.options>) {
  const { cwd, options } = call;
  if (options.file === undefined) return readTarget(call);
  return chooseScope({ guildId: undefined, commandsFile: resolve(cwd, options.file) }, options);
}
