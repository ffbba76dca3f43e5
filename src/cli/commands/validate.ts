import { resolve, relative } from "node:path";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import { ExitCode, withFlags } from "../frame/failure.ts";
import { chooseScope, readTarget, refuseJson } from "./open-client.ts";
import type { Settings } from "../settings/settings.ts";
import type { validate } from "./definitions.ts";
import { describeFinding, findingAsData, loadDefinitions, type LocatedFinding } from "./source.ts";

export async function run(call: Call<typeof validate.options>): Promise<Outcome> {
  const { cwd, env, terminal } = call;
  if (call.options.format !== undefined) refuseJson(terminal, "--format");
  const { guildId, commandsFile, languagesFolder } = await readSource(call);
  const rules = { guildId, languagesFolder, allowUnknownFields: call.options.allowUnknownFields };
  const { commands, findings } = await loadDefinitions(commandsFile, rules);
  const describe = (each: LocatedFinding): string =>
    call.options.format === "github"
      ? annotationOf(each, commandsFile, env["GITHUB_WORKSPACE"] || cwd)
      : describeFinding(each, commandsFile, call, terminal.paint);
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

async function readSource(
  call: Call<typeof validate.options>,
): Promise<Pick<Settings, "guildId" | "commandsFile" | "languagesFolder">> {
  const { cwd, options } = call;
  if (options.file === undefined) return readTarget(call);
  return chooseScope({ guildId: undefined, commandsFile: resolve(cwd, options.file) }, options);
}

/**
 * Formats a workflow command (GitHub documentation, Workflow commands, "Setting an error message").
 *
 * @param path - Used if the position is unknown.
 * @param root - The repository's root directory.
 */
export function annotationOf({ finding, position }: LocatedFinding, path: string, root: string): string {
  const { severity, path: field, rule, value, message, fix } = finding;
  const at = [
    `file=${property(relative(root, position?.path ?? path))}`,
    ...(position ? [`line=${position.line}`, `col=${position.column}`] : []),
    `title=${property(rule)}`,
  ];
  const words = [field, value, message, withFlags(fix)];
  return `::${severity} ${at.join(",")}::${data(words.filter(Boolean).join(" "))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
