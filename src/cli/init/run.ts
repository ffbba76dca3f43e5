import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SlashpassConfig } from "slashpass/config";
import type { Outcome } from "../frame/run-command.ts";
import { columns } from "../frame/terminal-text.ts";
import { misunderstood } from "../frame/failure.ts";
import { interrupted, nothingChanged } from "../frame/prompts.ts";
import { proseWidth } from "../frame/terminal.ts";
import { checkConfig, configNames } from "../settings/config-file.ts";
import { type Answers, type InitCall, readAnswers, confirmOverwrite, listed } from "./answers.ts";
import { nextSteps } from "./next-steps.ts";
import {
  configText,
  extensionOf,
  firstCommandsText,
  handlerName,
  handlerText,
  withDevScript,
  writeFiles,
} from "./write-files.ts";

export async function run(call: InitCall): Promise<Outcome> {
  const { cwd, terminal, options } = call;
  if (options.electron) return (await import("./electron.ts")).initElectron(call);
  const answers = await readAnswers(call);
  const { format, withCommands, withActivity } = answers;
  const extension = extensionOf(format, cwd);
  const commands = `commands.${extension}`;
  // The Activity example's server also handles interactions.
  const handler = withCommands && !withActivity ? handlerName(format, cwd) : undefined;
  const config = configOf(answers, { commands, handler });
  checkConfig(config, "The new config");
  const name = `slashpass.config.${extension}`;
  const texts = new Map([
    [name, configText(config, format)],
    ...(withCommands ? [[commands, firstCommandsText(format, withActivity)] as const] : []),
    ...(handler === undefined ? [] : [[handler, handlerText(format, commands)] as const]),
    ...(withActivity ? (await import("./activity-files.ts")).activityFiles : []),
  ]);
  const files = new Map([...texts].map(([path, text]) => [join(cwd, path), text]));
  refuseSecondConfig(cwd, name);
  await confirmOverwrite(call, [...files.keys()].filter(existsSync));
  const script = handler === undefined ? undefined : withDevScript(cwd);
  if (script) files.set(script.path, script.text);
  // Cannot be interrupted from here on; the files are small.
  if (call.signal.aborted) throw interrupted(nothingChanged);
  await writeFiles(files, withActivity ? [join(cwd, "page")] : []);
  const added = script ? " Added the script 'dev' to package.json." : "";
  terminal.print(`${terminal.wrap(`Wrote ${listed([...texts.keys()])}.${added}`)}\n`);
  const steps = await nextSteps(call, answers, {
    commands,
    dev: handler === undefined ? undefined : script ? "script" : "command",
  });
  terminal.print(`Next:\n${columns(steps, proseWidth(terminal.columns))}`);
  return { result: { files: [...files.keys()], environments: Object.keys(config.environments) } };
}

function configOf(
  { applicationId, apiBase, webBase, guildId, productionId }: Answers,
  names: { readonly commands: string; readonly handler: string | undefined },
): SlashpassConfig {
  const development = { applicationId, guildId, apiBase, webBase };
  const files = {
    commands: `./${names.commands}`,
    ...(names.handler !== undefined && { handler: `./${names.handler}` }),
  };
  if (productionId === undefined) return { environments: { development }, ...files };
  const production = { applicationId: productionId, protected: true };
  return { environments: { development, production }, defaultEnvironment: "development", ...files };
}

function refuseSecondConfig(cwd: string, own: string): void {
  const other = configNames.find((name) => name !== own && existsSync(join(cwd, name)));
  if (other === undefined) return;
  throw misunderstood(
    `There is already a config: ${join(cwd, other)}.`,
    "Edit it, or delete it first.",
    "config_exists",
  );
}
