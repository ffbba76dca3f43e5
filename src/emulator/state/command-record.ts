import { choiceFields } from "../../commands/rules/choices.ts";
import { optionFields } from "../../commands/rules/options.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { type Command, CommandType } from "../../wire/command.ts";
import { createSnowflake } from "../base/recent.ts";

/** A command's fields as they came in; checked by the rules, so every one has its type. */
export type CommandBody = Readonly<Record<string, unknown>>;

/** `global`, or the id of a guild. */
export type Scope = string;

const globalFields = ["dm_permission", "integration_types", "contexts"];
const fields = [
  "name_localizations",
  "description_localizations",
  "options",
  "default_member_permissions",
  "default_permission",
  "nsfw",
  "handler",
];

// The service's values for a bare command (Discord documentation, Application Commands).
const defaults = {
  name_localizations: null,
  description_localizations: null,
  default_member_permissions: null,
  nsfw: false,
};
const globalDefaults = { dm_permission: true, contexts: null };

/** Whose command it becomes, and where. */
interface RecordPlace {
  readonly applicationId: Snowflake;
  readonly scope: Scope;
  /** The installation contexts of the application: those of a command that names none. */
  readonly integrationTypes: readonly (0 | 1)[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The record of a new command, with everything that the service fills in. */
export function createRecord(place: RecordPlace, body: CommandBody): Command {
  const { applicationId, scope, integrationTypes, now } = place;
  const isGlobal = scope === "global";
  return {
    id: createSnowflake(now()),
    application_id: applicationId,
    version: createSnowflake(now()),
    ...defaults,
    ...(isGlobal ? { ...globalDefaults, integration_types: integrationTypes } : { guild_id: scope }),
    ...pick(body, isGlobal ? [...fields, ...globalFields] : fields),
    type: (body["type"] ?? CommandType.ChatInput) as CommandType,
    name: body["name"] as string,
    description: (body["description"] ?? "") as string,
  };
}

const bulkDefaults: Partial<Command> = { integration_types: [0], contexts: [0, 1, 2] };

/** The additional fields that only a bulk overwrite of a guild keeps (Application Commands Interface, "Guild commands"). */
export function bulkFieldsOf(body: CommandBody): Partial<Command> {
  return { ...bulkDefaults, ...pick(body, globalFields) };
}

/** The same of a record: the fields that an edit leaves as they are. */
export function keptBulkFields(command: Command): Partial<Command> {
  return pick({ ...command }, globalFields);
}

/** The fields of a record that came from the application: the starting point of an edit. */
export function bodyOf(command: Command): CommandBody {
  const body: CommandBody = { ...command };
  return pick(body, ["type", "name", "description", ...fields, ...globalFields]);
}

function pick(body: CommandBody, names: readonly string[]): CommandBody {
  const given = names
    .map((name): [string, unknown] => [name, tidy(name, body[name])])
    .filter(([, value]) => value !== undefined && !isEmpty(value));
  return Object.fromEntries(given);
}

/** Unknown fields of options and choices are ignored, and so are languages without a text; permissions are texts. */
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

/** Without the languages that have no text. */
export function withoutNulls(texts: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const given = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(given);
}

/** Null, and empty lists and dictionaries, are kept as if they had not been given. */
function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
