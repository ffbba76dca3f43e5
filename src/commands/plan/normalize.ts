import { CommandType } from "../../wire/command.ts";

/** A command's fields, of whichever origin. */
export type CommandFields = Readonly<Record<string, unknown>>;

/**
 * The value of a field as the service would return it after storing it: defaults filled in, what has no meaning taken
 * out, so that only real differences remain. (Every command comes back with its defaults; compared as they are, they
 * would differ at each run.)
 */
export function normalizeField(field: string, command: CommandFields): unknown {
  const value = command[field];
  switch (field) {
    case "name_localizations":
      return normalizeLocalizations(value, command["name"]);
    case "description":
      return value ?? "";
    case "description_localizations":
      return normalizeLocalizations(value, command["description"]);
    case "options":
      return normalizeOptions(value);
    case "default_member_permissions":
      return typeof value === "string" ? BigInt(value).toString() : null;
    case "contexts":
    case "integration_types":
      return Array.isArray(value) ? normalizeSet(value) : null;
    case "nsfw":
      return value ?? false;
    case "dm_permission":
    case "default_permission":
      return value ?? true;
    default:
      return value;
  }
}

/** The type of a command; slash commands need not say theirs. */
export function typeOf(command: CommandFields): CommandType {
  return (command["type"] as CommandType | undefined) ?? CommandType.ChatInput;
}

/** Texts equal to the default are ignored by the service (Application Commands Interface, "Localization"). */
function normalizeLocalizations(value: unknown, fallback: unknown): unknown {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter(([, text]) => typeof text === "string" && text !== fallback));
}

function normalizeOptions(value: unknown): unknown[] {
  return Array.isArray(value) ? value.map((option) => normalizeOption(option as CommandFields)) : [];
}

function normalizeOption(option: CommandFields): CommandFields {
  const normal: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(option)) {
    const meaning = normalizeSetting(key, value, option);
    if (meaning !== undefined) normal[key] = meaning;
  }
  return normal;
}

/** Undefined for what means the same as its absence. */
function normalizeSetting(key: string, value: unknown, option: CommandFields): unknown {
  switch (key) {
    case "name_localizations":
    case "description_localizations":
      return orAbsent(
        normalizeLocalizations(value, option[key === "name_localizations" ? "name" : "description"]),
      );
    case "name_localized":
    case "description_localized":
      return undefined;
    case "required":
    case "autocomplete":
      return value === true ? true : undefined;
    case "options":
      return orAbsent(normalizeOptions(value));
    case "choices":
      return orAbsent(normalizeChoices(value));
    case "channel_types":
    case "file_types":
      return Array.isArray(value) ? orAbsent(normalizeSet(value)) : undefined;
    default:
      return value ?? undefined;
  }
}

function normalizeChoices(value: unknown): unknown[] {
  if (!Array.isArray(value)) return [];
  return (value as CommandFields[]).map((choice) => {
    const localizations = normalizeLocalizations(choice["name_localizations"], choice["name"]) as object;
    const isPlain = Object.keys(localizations).length === 0;
    return {
      name: choice["name"],
      value: choice["value"],
      ...(!isPlain && { name_localizations: localizations }),
    };
  });
}

/** Entries whose order has no meaning. */
function normalizeSet(list: readonly unknown[]): unknown[] {
  const lower = list.map((entry) => (typeof entry === "string" ? entry.toLowerCase() : entry));
  return [...new Set(lower)].sort((a, b) => (String(a) < String(b) ? -1 : 1));
}

function orAbsent(value: unknown): unknown {
  return Object.keys(value as object).length === 0 ? undefined : value;
}
