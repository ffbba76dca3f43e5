import { fields } from "../../core/check/fields.ts";
import { type Reader, flag, listOf, object, oneOf, parseSnowflake } from "../../core/check/readers.ts";
import { choiceFields } from "../../commands/rules/choices.ts";
import { optionFields } from "../../commands/rules/options.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import {
  type Command,
  CommandType,
  type GuildCommandPermissions,
  type PermissionOverwrite,
  PermissionType,
} from "../../wire/command.ts";
import { createSnowflake } from "../base/recent.ts";

export type CommandBody = Readonly<Record<string, unknown>>;

/** `global`, or a guild's id. */
export type Scope = string;

const globalFields = ["dm_permission", "integration_types", "contexts"];
const commonFields = [
  "name_localizations",
  "description_localizations",
  "options",
  "default_member_permissions",
  "default_permission",
  "nsfw",
  "handler",
];

// The service's defaults (Discord documentation, Application Commands).
const defaults = {
  name_localizations: null,
  description_localizations: null,
  default_member_permissions: null,
  nsfw: false,
};
const globalDefaults = { dm_permission: true, contexts: null };

export interface RecordOwner {
  readonly id: Snowflake;
  readonly integrationTypes: readonly (0 | 1)[];
  readonly clock: { now(this: void): number };
}

export function createRecord(
  { id: application_id, integrationTypes, clock }: RecordOwner,
  scope: Scope,
  body: CommandBody,
): Command {
  const isGlobal = scope === "global";
  return {
    id: createSnowflake(clock.now()),
    application_id,
    version: createSnowflake(clock.now()),
    ...defaults,
    ...(isGlobal ? { ...globalDefaults, integration_types: integrationTypes } : { guild_id: scope }),
    ...pick(body, isGlobal ? [...commonFields, ...globalFields] : commonFields),
    type: (body["type"] ?? CommandType.ChatInput) as CommandType,
    name: body["name"] as string,
    description: (body["description"] ?? "") as string,
  };
}

const bulkDefaults: Partial<Command> = { integration_types: [0], contexts: [0, 1, 2] };

/** Only a bulk overwrite sets these fields for guild commands (Application Commands Interface, "Guild commands"). */
export function bulkFieldsOf(body: CommandBody): Partial<Command> {
  return { ...bulkDefaults, ...pick(body, globalFields) };
}

export function preservedBulkFields(command: Command): Partial<Command> {
  return pick({ ...command }, globalFields);
}

export function commandBodyOf(command: Command): CommandBody {
  const body: CommandBody = { ...command };
  return pick(body, ["type", "name", "description", ...commonFields, ...globalFields]);
}

function pick(body: CommandBody, names: readonly string[]): CommandBody {
  const given = names
    .map((name): [string, unknown] => [name, tidy(name, body[name])])
    .filter(([, value]) => value !== undefined && !isEmpty(value));
  return Object.fromEntries(given);
}

function tidy(name: string, value: unknown): unknown {
  if (name === "default_member_permissions" && typeof value === "number") return BigInt(value).toString();
  if (name.endsWith("_localizations")) return withoutNulls((value ?? {}) as CommandBody);
  const known = { options: optionFields, choices: choiceFields }[name];
  if (!known || !Array.isArray(value)) return value;
  return (value as CommandBody[]).map((item) =>
    pick(
      item,
      Object.keys(item).filter((key) => known.has(key)),
    ),
  );
}

export function withoutNulls(texts: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const given = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(given);
}

/** The service treats null, empty lists and empty objects as absent. */
function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

export interface SavedCommands {
  readonly places: readonly SavedScope[];
  readonly permissions: readonly GuildCommandPermissions[];
}

interface SavedScope {
  readonly scope: Scope;
  readonly commands: readonly Command[];
}

const readScope: Reader<Scope> = (value, name) => (value === "global" ? value : parseSnowflake(value, name));

/** The other fields are validated when the world is restored. */
const readCommand: Reader<Command> = (value, name) => {
  const command = object<Command>()(value, name);
  const id = parseSnowflake(command.id, `${name}.id`);
  return { ...command, id, version: parseSnowflake(command.version, `${name}.version`) };
};

export const readSavedCommands: Reader<SavedCommands> = fields<SavedCommands>({
  places: listOf(fields<SavedScope>({ scope: readScope, commands: listOf(readCommand) })),
  permissions: listOf(
    fields<GuildCommandPermissions>({
      id: parseSnowflake,
      application_id: parseSnowflake,
      guild_id: parseSnowflake,
      permissions: listOf(
        fields<PermissionOverwrite>({
          id: parseSnowflake,
          type: oneOf(Object.values(PermissionType)),
          permission: flag,
        }),
      ),
    }),
  ),
});
