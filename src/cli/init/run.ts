import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { SlashpassConfig } from "slashpass/config";
import type { Outcome } from "../frame/run-command.ts";
import { columns } from "../frame/columns.ts";
import { misunderstood } from "../frame/failure.ts";
import { declined, interrupted, nothingChanged } from "../frame/prompts.ts";
import { proseWidth } from "../frame/terminal.ts";
import { checkConfig, configNames } from "../settings/config-file.ts";
import { type Answers, type InitCall, readAnswers } from "./answers.ts";
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
  const { cwd, terminal } = call;
  const answers = await readAnswers(call);
  const { format, withCommands, withActivity } = answers;
  const extension = extensionOf(format, cwd);
  const commands = `commands.${extension}`;
  // The Activity example has its own server, which also handles interactions.
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
  // Cannot be interrupted from here on, which is acceptable because the files are small.
  if (call.signal.aborted) throw interrupted(nothingChanged);
  await writeFiles(files, withActivity ? [join(cwd, "page")] : []);
  const added = script ? " The script 'dev' is in package.json." : "";
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
    `A config already exists: ${join(cwd, other)}.`,
    "Change it there, or delete it first.",
    "config_exists",
  );
}

async function confirmOverwrite(
  { options, terminal, cwd }: InitCall,
  paths: readonly string[],
): Promise<void> {
  if (options.force || paths.length === 0) return;
  const names = listed(paths.map((path) => relative(cwd, path)));
  const they = paths.length > 1 ? "exist already. Overwrite them" : "exists already. Overwrite it";
  if (options.yes || !terminal.interactive) {
    throw misunderstood(
      `${listed(paths)} would be overwritten.`,
      "Add --force, or add --without-commands to keep the commands.",
      "file_exists",
    );
  }
  if (!(await terminal.ask.confirm({ message: `${names} ${they}?`, instead: "--force" }))) throw declined();
}

function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}
