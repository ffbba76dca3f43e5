import { dirname, resolve } from "node:path";
import type { ApplicationConfig, EnvironmentConfig, SlashpassConfig } from "slashpass/config";
import type { Call } from "../frame/run-command.ts";
import { misunderstood } from "../frame/failure.ts";
import { checkConfig, environmentFields, findConfig } from "./config-file.ts";
import { loadFile } from "./load-file.ts";
import { variables } from "../frame/host.ts";
import type { settingsOptions } from "../options.ts";

export const serviceHost = "discord.com";

export function apiOf({
  apiBase = `https://${serviceHost}/api`,
}: Pick<EnvironmentConfig, "apiBase">): string {
  return apiBase;
}

export function isOfService(address: string): boolean {
  return new URL(address).origin === `https://${serviceHost}`;
}

export interface ConfiguredApplication {
  /** The shared settings, overridden by the environment's. */
  readonly fields: ApplicationConfig;
  readonly config: string;
}

export interface Settings extends Omit<EnvironmentConfig, "application"> {
  readonly environment: string | undefined;
  readonly commandsFile: string;
  readonly permissions?: SlashpassConfig["permissions"];
  readonly languagesFolder?: string | undefined;
  readonly application?: ConfiguredApplication;
  readonly config?: string;
  /** The config that sets `apiBase`, if it belongs to another user. */
  readonly foreignConfig?: string;
}

const pointing = ["applicationId", "apiBase", "webBase"] as const;

/**
 * Reads the environment set with `--environment` or a variable. If neither is set, uses the application specified by
 * `SLASHPASS_APPLICATION_ID`, `SLASHPASS_API_BASE` and `SLASHPASS_WEB_BASE`, or else the config's default environment. If several
 * environments contain the specified application, selects the default environment.
 */
export async function readSettings({ options, env, cwd }: SettingsCall): Promise<Settings> {
  const read = await readConfig({ options, cwd });
  // Empty means unset: CI workflows and shells pass unset variables as empty strings.
  const named = options.environment ?? (env[variables.environment] || undefined);
  return settingsOf(read, cwd, named, named === undefined ? readVariables(env) : undefined);
}

function settingsOf(read: ReadConfig, cwd: string, named?: string, pointed?: Pointed): Settings {
  const { commandsFile, languagesFolder } = filesOf(read, cwd);
  if (!read) {
    if (pointed) return { environment: undefined, ...pointed, commandsFile };
    throw noConfig(cwd);
  }
  const { config, path, isOwn } = read;
  const chosen = pointed
    ? ofApplication(config, pointed.applicationId, path)
    : chooseEnvironment(config, named, path);
  const isForeign = !isOwn && chosen.apiBase !== undefined && pointed?.apiBase === undefined;
  return {
    ...chosen,
    ...pointed,
    commandsFile,
    languagesFolder,
    permissions: config.permissions,
    config: path,
    ...(isForeign && { foreignConfig: path }),
  };
}

type SettingsCall = Pick<Call<typeof settingsOptions>, "options" | "env" | "cwd">;
type ConfigCall = Pick<SettingsCall, "options" | "cwd">;
type ReadConfig = Awaited<ReturnType<typeof readConfig>>;

async function readConfig({ options, cwd }: ConfigCall) {
  const found = findConfig(cwd, options.config);
  return found && { ...found, config: checkConfig(await loadFile(found.path, "The config"), found.path) };
}

function filesOf(read: ReadConfig, cwd: string) {
  const folder = read ? dirname(read.path) : cwd;
  const languages = read?.config.languages;
  return {
    folder,
    commandsFile: resolve(folder, read?.config.commands ?? "commands.mjs"),
    handlerFile: resolve(folder, read?.config.handler ?? "handler.mjs"),
    languagesFolder: languages === undefined ? undefined : resolve(folder, languages),
  };
}

export type ProjectFiles = ReturnType<typeof filesOf>;

export async function readProjectFiles(call: ConfigCall): Promise<ProjectFiles> {
  return filesOf(await readConfig(call), call.cwd);
}

export async function readEnvironments(call: SettingsCall): Promise<readonly Settings[]> {
  const { options, env, cwd } = call;
  const names = [options.environment, env[variables.environment], env[variables.applicationId]];
  const read = names.some(Boolean) ? undefined : await readConfig(call);
  if (!read) return [await readSettings(call)];
  return Object.keys(read.config.environments).map((name) => settingsOf(read, cwd, name));
}

type Chosen = Omit<Settings, "commandsFile" | "permissions" | "config">;

function chooseEnvironment(config: SlashpassConfig, named: string | undefined, path: string): Chosen {
  const names = Object.keys(config.environments);
  const chosen = named ?? config.defaultEnvironment ?? (names.length === 1 ? names[0] : undefined);
  const listed = names.join(", ");
  if (chosen === undefined) {
    throw misunderstood(
      `${path} has several environments: ${listed}.`,
      "Select one with --environment, or set defaultEnvironment in the config.",
      "unknown_environment",
    );
  }
  const environment = Object.hasOwn(config.environments, chosen) ? config.environments[chosen] : undefined;
  if (environment) {
    const { application, ...own } = environment;
    return { ...own, environment: chosen, ...applicationIn(config, application, path) };
  }
  throw misunderstood(
    `${path} has no environment '${chosen}'.`,
    `The environments are: ${listed}.`,
    "unknown_environment",
  );
}

function applicationIn(
  { application: ofAll }: SlashpassConfig,
  own: ApplicationConfig | undefined,
  config: string,
): Pick<Settings, "application"> {
  return ofAll === undefined && own === undefined
    ? {}
    : { application: { fields: { ...ofAll, ...own }, config } };
}

function ofApplication(config: SlashpassConfig, applicationId: string, path: string): Chosen {
  const { environments, defaultEnvironment = "" } = config;
  const names = Object.keys(environments).filter(
    (name) => environments[name]?.applicationId === applicationId,
  );
  const [only, ...others] = names.includes(defaultEnvironment) ? [defaultEnvironment] : names;
  if (only === undefined)
    return { applicationId, environment: undefined, ...applicationIn(config, undefined, path) };
  if (others.length === 0) return chooseEnvironment(config, only, path);
  throw misunderstood(
    `${path} has several environments for application ${applicationId} (set in ${variables.applicationId}): ${names.join(", ")}.`,
    "Select one with --environment, or set defaultEnvironment in the config.",
    "unknown_environment",
  );
}

type Pointed = Pick<EnvironmentConfig, (typeof pointing)[number]>;

function readVariables(env: Call["env"]): Pointed | undefined {
  const given = pointing.flatMap((field) => (env[variables[field]] ? [[field, env[variables[field]]]] : []));
  const pointed = Object.fromEntries(given) as Partial<Pointed>;
  if (pointed.applicationId === undefined) return undefined;
  for (const field of pointing) checkVariable(field, pointed[field]);
  return pointed as Pointed;
}

/** Whether a string may be a misplaced secret, which must not be printed. */
export function isLikeSecret(text: string): boolean {
  return text.length > 25;
}

function checkVariable(field: (typeof pointing)[number], value: string | undefined): void {
  const [isRight, wanted] = environmentFields[field];
  if (value === undefined || isRight(value)) return;
  throw misunderstood(
    `${variables[field]} ${isLikeSecret(value) ? "" : `is '${value}', but `}must be ${wanted.replace(" in quotes", "")}.`,
    "Correct it, or unset it to use the config.",
    "variable_invalid",
  );
}

/** @param what - Includes its article, if any. */
export function notInConfig({ config }: Pick<Settings, "config">, what: string, hint: string, code: string) {
  return config === undefined
    ? misunderstood(
        `There is no config here that has ${what}.`,
        `Create one with 'slashpass init'. ${hint}`,
        code,
      )
    : misunderstood(`${config} has no ${what.replace(/^a /, "")}.`, hint, code);
}

function noConfig(cwd: string) {
  return misunderstood(
    `There is no config in ${cwd} or its parent folders.`,
    `Create one with 'slashpass init'. Without a config, set ${variables.applicationId}.`,
    "no_config",
  );
}
