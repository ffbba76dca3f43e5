import { resolve } from "node:path";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import { ExitCode, misunderstood } from "../frame/failure.ts";
import { chooseScope, readTarget } from "./open-client.ts";
import type { Settings } from "../settings/settings.ts";
import type { validate } from "./definitions.ts";
import { annotationOf } from "./annotation.ts";
import { describeFinding, findingAsData, loadDefinitions, type PlacedFinding } from "./source.ts";

export async function run(call: Call<typeof validate.options>): Promise<Outcome> {
  const { cwd, env, terminal } = call;
  refuseTwoFormats(call);
  const { guildId, commandsFile, languagesFolder } = await readPlace(call);
  const rules = { guildId, languagesFolder, allowUnknownFields: call.options.allowUnknownFields };
  const { commands, findings } = await loadDefinitions(commandsFile, rules);
  const describe = (each: PlacedFinding): string =>
    call.options.format === "github"
      ? annotationOf(each, commandsFile, env["GITHUB_WORKSPACE"] || cwd)
      : describeFinding(each, commandsFile, { cwd, terminal, paint: terminal.paint });
  for (const each of findings) terminal.print(describe(each));
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

function refuseTwoFormats({ options, terminal }: Call<typeof validate.options>): void {
  if (!terminal.isForPrograms || options.format === undefined) return;
  throw misunderstood("--format and --json cannot be used together.", "Specify only one of them.");
}

async function readPlace(
  call: Call<typeof validate.options>,
): Promise<Pick<Settings, "guildId" | "commandsFile" | "languagesFolder">> {
  const { cwd, options } = call;
  if (options.file === undefined) return readTarget(call);
  return chooseScope({ guildId: undefined, commandsFile: resolve(cwd, options.file) }, options);
}
