import type { EnvironmentConfig, SlashpassConfig } from "slashpass/config";
import { misunderstood } from "../frame/failure.ts";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string" && value !== "";
/** Whether something is an id of the service, as text. */
export const isId: Check = (value) => typeof value === "string" && /^[1-9]\d{14,19}$/.test(value);
const isUrl: Check = (value) =>
  typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);

const environmentFields: Readonly<Record<keyof EnvironmentConfig, readonly [Check, string]>> = {
  applicationId: [isId, "an id in quotes, from the developer portal"],
  guildId: [isId, "an id in quotes"],
  protected: [(value) => typeof value === "boolean", "true or false"],
  apiBase: [isUrl, "an address that begins with https:// or http://"],
  webBase: [isUrl, "an address that begins with https:// or http://"],
  scopes: [
    (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
    "a list of scopes, or a text",
  ],
};

const configFields: Readonly<Record<keyof SlashpassConfig, readonly [Check, string]>> = {
  environments: [
    (value) => isRecord(value) && Object.keys(value).length > 0,
    "an object with one environment or more",
  ],
  defaultEnvironment: [isText, "the name of an environment"],
  commands: [isText, "the path of a file"],
};

/**
 * The config as it was read.
 *
 * @throws Failure `config_invalid` that names the field.
 */
export function checkConfig(value: unknown, path: string): SlashpassConfig {
  const config = checkFields(value, configFields, ["environments"], path, "The config");
  for (const [name, environment] of Object.entries(config.environments)) {
    checkFields(environment, environmentFields, ["applicationId"], path, `environments.${name}`);
  }
  const { defaultEnvironment } = config;
  if (defaultEnvironment !== undefined && !Object.hasOwn(config.environments, defaultEnvironment)) {
    throw invalid(path, `defaultEnvironment is '${defaultEnvironment}', which is not among the environments`);
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
  if (!isRecord(value)) throw invalid(path, `${name} is not an object`);
  for (const key of Object.keys(value)) {
    // An editor's own.
    if (key !== "$schema" && !Object.hasOwn(fields, key))
      throw invalid(path, `${name} has a field '${key}' that does not exist`);
  }
  for (const [key, [check, wanted]] of Object.entries<readonly [Check, string]>(fields)) {
    const field = value[key];
    if (field === undefined ? required.includes(key) : !check(field))
      throw invalid(path, `${name}: ${key} must be ${wanted}`);
  }
  return value as T;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(path: string, problem: string) {
  return misunderstood(
    `${path}: ${problem}.`,
    "The fields are described at https://github.com/slashpass/slashpass/blob/main/docs/program.md",
    "config_invalid",
  );
}
