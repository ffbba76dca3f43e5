import { dirname, resolve } from "node:path";
import type { EnvironmentConfig, SlashpassConfig } from "slashpass/config";
import type { Call } from "../frame/call.ts";
import { misunderstood } from "../frame/failure.ts";
import { checkConfig } from "./check-config.ts";
import { findConfig } from "./find-config.ts";
import { loadFile } from "./load-file.ts";
import type { settingsOptions } from "./parameters.ts";

/** The application that a command works on. */
export interface Settings extends EnvironmentConfig {
  /** The environment's name in the config; absent where there is no config. */
  readonly environment: string | undefined;
  /** The path of the file with the commands. */
  readonly commandsFile: string;
}

/**
 * The environment of the config that the person means, or of variables where there is no config: `SLASHPASS_APPLICATION_ID`,
 * `SLASHPASS_GUILD_ID`, `SLASHPASS_API_BASE`, `SLASHPASS_WEB_BASE`, which `slashpass emulator` sets too.
 *
 * @throws Failure `no_config`, `config_missing`, `config_ambiguous`, `config_invalid`, `file_unreadable`, `unknown_environment`.
 */
export async function readSettings({
  options,
  env,
  cwd,
}: Pick<Call<typeof settingsOptions>, "options" | "env" | "cwd">): Promise<Settings> {
  const path = findConfig(cwd, options.config);
  if (path === undefined) return ofVariables(env, cwd, options.environment);
  const config = checkConfig(await loadFile(path, "The config"), path);
  const environment = chooseEnvironment(config, options.environment ?? env["SLASHPASS_ENVIRONMENT"], path);
  return {
    ...config.environments[environment],
    environment,
    commandsFile: resolve(dirname(path), config.commands ?? "commands.mjs"),
  } as Settings;
}

function chooseEnvironment(config: SlashpassConfig, named: string | undefined, path: string): string {
  const names = Object.keys(config.environments);
  const chosen = named ?? config.defaultEnvironment ?? (names.length === 1 ? names[0] : undefined);
  const listed = names.join(", ");
  if (chosen === undefined) {
    throw misunderstood(
      `${path} has several environments: ${listed}.`,
      "Name one with --environment, or give the config a defaultEnvironment.",
      "unknown_environment",
    );
  }
  if (names.includes(chosen)) return chosen;
  throw misunderstood(`${path} has no environment '${chosen}'.`, `It has: ${listed}.`, "unknown_environment");
}

function ofVariables(env: Call["env"], cwd: string, named: string | undefined): Settings {
  const applicationId = env["SLASHPASS_APPLICATION_ID"];
  if (applicationId === undefined || named !== undefined) {
    throw misunderstood(
      `There is no config in ${cwd} or above it.`,
      "'slashpass init' writes one. Without a config, set SLASHPASS_APPLICATION_ID.",
      "no_config",
    );
  }
  const environment = {
    applicationId,
    guildId: env["SLASHPASS_GUILD_ID"],
    apiBase: env["SLASHPASS_API_BASE"],
    webBase: env["SLASHPASS_WEB_BASE"],
  };
  checkConfig({ environments: { variables: environment } }, "The variables");
  return { ...environment, environment: undefined, commandsFile: resolve(cwd, "commands.mjs") };
}
