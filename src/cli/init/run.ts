import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { SlashpassConfig } from "slashpass/config";
import type { Outcome } from "../frame/run-command.ts";
import { columns } from "../frame/columns.ts";
import { misunderstood } from "../frame/failure.ts";
import { declined, interrupted, nothingChanged } from "../frame/prompts.ts";
import { proseWidth } from "../frame/terminal.ts";
import { checkConfig, configNames } from "../settings/config-file.ts";
import { type Answers, type InitCall, readAnswers } from "./answers.ts";
import { extensionOf, commandsText, configText, writeFiles } from "./write-files.ts";
import { variables } from "../frame/variables.ts";

/** Asks, then writes. */
export async function run(call: InitCall): Promise<Outcome> {
  const { cwd, terminal, env } = call;
  const answers = await readAnswers(call);
  const { format, withCommands } = answers;
  const extension = extensionOf(format, cwd);
  const commands = `commands.${extension}`;
  const config = configOf(answers, commands, env);
  checkConfig(config, "The new config");
  const name = `slashpass.config.${extension}`;
  const files = new Map([
    [join(cwd, name), configText(config, format)],
    ...(withCommands ? [[join(cwd, commands), commandsText(format)] as const] : []),
  ]);
  refuseSecondConfig(cwd, name);
  await confirmOverwrite(call, [...files.keys()].filter(existsSync));
  // From here on there is no way back, and no need of one: two small files.
  if (call.signal.aborted) throw interrupted(nothingChanged);
  await writeFiles(files);
  terminal.print(`Wrote ${[...files.keys()].map((path) => basename(path)).join(" and ")}.\n`);
  terminal.print(`Next:\n${columns(nextSteps(answers, commands), proseWidth(terminal.columns))}`);
  return { result: { files: [...files.keys()], environments: Object.keys(config.environments) } };
}

function configOf(
  { applicationId, guildId, productionId }: Answers,
  commands: string,
  env: InitCall["env"],
): SlashpassConfig {
  const { [variables.apiBase]: apiBase, [variables.webBase]: webBase } = env;
  const development = { applicationId, guildId, apiBase, webBase };
  const path = `./${commands}`;
  if (productionId === undefined) return { environments: { development }, commands: path };
  const production = { applicationId: productionId, protected: true };
  return { environments: { development, production }, defaultEnvironment: "development", commands: path };
}

/** Two configs beside each other are not read. */
function refuseSecondConfig(cwd: string, own: string): void {
  const other = configNames.find((name) => name !== own && existsSync(join(cwd, name)));
  if (other === undefined) return;
  throw misunderstood(
    `There is a config already: ${join(cwd, other)}.`,
    "Change it there, or delete it first.",
    "config_exists",
  );
}

/** @throws Failure `file_exists` where nobody can be asked; `declined` at a no. */
async function confirmOverwrite({ options, terminal }: InitCall, paths: readonly string[]): Promise<void> {
  if (options.force || paths.length === 0) return;
  const names = paths.map((path) => basename(path)).join(" and ");
  const they = paths.length > 1 ? "exist already. Overwrite them" : "exists already. Overwrite it";
  if (options.yes || !terminal.interactive) {
    throw misunderstood(
      `${paths.join(" and ")} would be overwritten.`,
      "Add --force, or add --without-commands to keep the commands.",
      "file_exists",
    );
  }
  if (!(await terminal.ask.confirm({ message: `${names} ${they}?`, instead: "--force" }))) throw declined();
}

function nextSteps({ withCommands, productionId }: Answers, commands: string) {
  const production = productionId === undefined ? "" : ", and SLASHPASS_PRODUCTION_BOT_TOKEN for production,";
  return [
    [
      " 1.",
      `Set SLASHPASS_BOT_TOKEN${production} in the environment, or type it when the program asks, and keep it in the system's keychain. List files with secrets, such as .env, in .gitignore; the files written now hold none.`,
    ],
    [
      " 2.",
      `${withCommands ? "Look at" : "Write your commands into"} ${commands}, then type: slashpass commands plan`,
    ],
    [" 3.", "slashpass commands apply"],
  ];
}
