import type { EnvironmentConfig, SlashpassConfig } from "slashpass/config";
import { misunderstood } from "../frame/failure.ts";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  foreignOwner,
  isOwnFile,
  describeForeign,
  searchAbove,
  ownFile,
} from "../../core/resolve/ownership.ts";
import { isObject } from "../../core/check/readers.ts";
import { nearest } from "../../core/check/nearest.ts";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string" && value !== "";
export const isId: Check = (value) => typeof value === "string" && /^[1-9]\d{14,19}$/.test(value);
const isUrl: Check = (value) =>
  typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);

const settingsOfApplication = [isObject, "an object with application settings"] as const;

export const environmentFields: Readonly<Record<keyof EnvironmentConfig, readonly [Check, string]>> = {
  applicationId: [isId, "an id in quotes, from the developer portal"],
  guildId: [isId, "an id in quotes"],
  protected: [(value) => typeof value === "boolean", "true or false"],
  apiBase: [isUrl, "an address that begins with https:// or http://"],
  webBase: [isUrl, "an address that begins with https:// or http://"],
  scopes: [
    (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
    "a list of scopes, or a string",
  ],
  application: settingsOfApplication,
};

const configFields: Readonly<Record<keyof SlashpassConfig, readonly [Check, string]>> = {
  environments: [
    (value) => isObject(value) && Object.keys(value).length > 0,
    "an object with one or more environments",
  ],
  defaultEnvironment: [isText, "an environment name"],
  commands: [isText, "the path of a file or folder"],
  permissions: [isObject, "an object with a list of rules for each command"],
  languages: [isText, "a folder path"],
  handler: [isText, "a file path"],
  application: settingsOfApplication,
};

export function checkConfig(value: unknown, path: string): SlashpassConfig {
  const config = checkFields(value, configFields, ["environments"], path, "The config");
  for (const [name, environment] of Object.entries(config.environments)) {
    checkFields(environment, environmentFields, ["applicationId"], path, `environments.${name}`);
  }
  const { defaultEnvironment } = config;
  if (defaultEnvironment !== undefined && !Object.hasOwn(config.environments, defaultEnvironment)) {
    throw invalid(
      path,
      `defaultEnvironment is '${defaultEnvironment}', which is not one of the environments`,
    );
  }
  return config;
}

function checkFields<T extends object>(
  value: unknown,
  fields: Readonly<Record<keyof T & string, readonly [Check, string]>>,
  required: readonly string[],
  path: string,
  name: string,
): T {
  if (!isObject(value)) throw invalid(path, `${name} is not an object`);
  for (const key of Object.keys(value)) {
    // `$schema` is only for editors.
    if (key === "$schema" || Object.hasOwn(fields, key)) continue;
    if (secretField.test(key)) throw secretInConfig(path, `${name}.${key}`);
    const like = nearest(key, Object.keys(fields));
    const suggestion = like === undefined ? "" : `; did you mean '${like}'?`;
    throw invalid(path, `${name} has an unknown field '${key}'${suggestion}`);
  }
  for (const [key, [check, wanted]] of Object.entries<readonly [Check, string]>(fields)) {
    const field = value[key];
    if (field === undefined ? required.includes(key) : !check(field))
      throw invalid(path, `${name}: ${key} must be ${wanted}`);
  }
  return value as T;
}

const secretField = /token|secret|password/i;

function secretInConfig(path: string, field: string) {
  return misunderstood(
    `${path}: ${field} looks like a secret. Configs are committed and shared, so they must not contain secrets.`,
    "Remove it, and set SLASHPASS_BOT_TOKEN or SLASHPASS_CLIENT_SECRET instead. If the file was shared, reset the secret in the developer portal.",
    "secret_in_config",
  );
}

function invalid(path: string, problem: string) {
  return misunderstood(
    `${path}: ${problem}`.replace(/[^?]$/, "$&."),
    "node_modules/slashpass/dist/schemas/config.json describes the fields.",
    "config_invalid",
  );
}

export const configNames: readonly string[] = ["mjs", "js", "ts", "mts", "json"].map(
  (extension) => `slashpass.config.${extension}`,
);

/**
 * `isOwn` is true if the config was specified explicitly or belongs to this user.
 *
 * @throws Failure `config_missing` if the specified file does not exist, `config_ambiguous` if a directory contains several configs,
 *   `config_foreign` if another user may have created the config.
 */
export function findConfig(cwd: string, named: string | undefined) {
  if (named !== undefined) {
    const path = resolve(cwd, named);
    if (existsSync(path)) return { path, isOwn: true };
    throw misunderstood(
      `There is no config at ${path}.`,
      "Create one with 'slashpass init'.",
      "config_missing",
    );
  }
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = configNames.filter((name) => existsSync(join(folder, name)));
    for (const name of found) refusePlantedConfig(join(folder, name), cwd);
    if (found.length > 1) {
      throw misunderstood(
        `There are ${found.length} configs in ${folder}: ${found.join(", ")}.`,
        "Keep one of them, or select a config with --config.",
        "config_ambiguous",
      );
    }
    const path = found[0] === undefined ? undefined : join(folder, found[0]);
    if (path !== undefined) return { path, isOwn: isOwnFile(path, ownFile()) };
    if (dirname(folder) === folder) return undefined;
  }
}

function refusePlantedConfig(path: string, cwd: string): void {
  const foreign = foreignOwner(path, searchAbove(cwd, ownFile()));
  if (!foreign) return;
  throw misunderstood(
    `The config ${path} is not used: ${foreign.path === path ? "it" : foreign.path} ${foreign.reason}.`,
    "A config can run programs as you and choose where your secrets are sent. If you trust it, pass it with --config. Otherwise, use another folder, or create your own config there.",
    "config_foreign",
  );
}

export function refusePlanted(path: string, hint: string): void {
  const foreign = foreignOwner(path, searchAbove(dirname(path), ownFile()));
  if (foreign) throw misunderstood(describeForeign(foreign), hint, "file_foreign");
}
