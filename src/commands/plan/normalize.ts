import type { CommandType } from "../../wire/command.ts";
import { isObject } from "../../core/check/readers.ts";
import { defaults } from "../rules/command.ts";
import { setField } from "../rules/input.ts";

/** A command's fields. @stable */
export type CommandFields = Readonly<Record<string, unknown>>;

type Normalize = (value: unknown, command: CommandFields) => unknown;

const setOrNull: Normalize = (value) => (Array.isArray(value) ? normalizeSet(value) : null);

// The rules accept integers as permission bits, because the service does.
const isBits = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

const byField: Readonly<Record<string, Normalize>> = {
  name_localizations: (value, { name }) => normalizeLocalizations(value, name),
  description_localizations: (value, { description }) => normalizeLocalizations(value, description),
  options: (value) => eachOf(value, normalizeOption),
  default_member_permissions: (value) => (isBits(value) ? BigInt(value).toString() : null),
  contexts: setOrNull,
  integration_types: setOrNull,
};

/** Returns the value as the service would return it, so that unchanged commands compare as equal. */
export function normalizeField(field: string, command: CommandFields): unknown {
  const value = valueIn(byField, field, command);
  return defaults.has(field) ? (value ?? defaults.get(field)) : value;
}

function valueIn(table: Readonly<Record<string, Normalize>>, field: string, fields: CommandFields): unknown {
  const normalize = Object.hasOwn(table, field) ? table[field] : undefined;
  return normalize ? normalize(fields[field], fields) : fields[field];
}

export function typeOf(command: CommandFields): CommandType {
  return normalizeField("type", command) as CommandType;
}

/** The service ignores translations that equal the default text (Application Commands Interface, "Localization"). */
function normalizeLocalizations(value: unknown, fallback: unknown): unknown {
  const normal: Record<string, unknown> = {};
  if (value === undefined || value === null) return normal;
  for (const [locale, text] of Object.entries(value)) {
    if (typeof text === "string" && text !== fallback) setField(normal, locale, text);
  }
  return normal;
}

function eachOf(value: unknown, normalize: (item: CommandFields) => CommandFields): unknown[] {
  return Array.isArray(value) ? value.map((item) => (isObject(item) ? normalize(item) : item)) : [];
}

function normalizeOption(option: CommandFields): CommandFields {
  const normal: Record<string, unknown> = {};
  for (const key of Object.keys(option)) {
    const meaning = valueIn(bySetting, key, option) ?? undefined;
    if (meaning !== undefined) setField(normal, key, meaning);
  }
  return normal;
}

const trueOrAbsent: Normalize = (value) => (value === true ? true : undefined);
const absent: Normalize = () => undefined;
const setOrAbsent: Normalize = (value) => (Array.isArray(value) ? orAbsent(normalizeSet(value)) : undefined);

const bySetting: Readonly<Record<string, Normalize>> = {
  name_localizations: (value, { name }) => orAbsent(normalizeLocalizations(value, name)),
  description_localizations: (value, { description }) => orAbsent(normalizeLocalizations(value, description)),
  name_localized: absent,
  description_localized: absent,
  required: trueOrAbsent,
  autocomplete: trueOrAbsent,
  options: (value) => orAbsent(eachOf(value, normalizeOption)),
  choices: (value) => orAbsent(eachOf(value, normalizeChoice)),
  channel_types: setOrAbsent,
  file_types: setOrAbsent,
};

function normalizeChoice(choice: CommandFields): CommandFields {
  const { name, value, name_localizations: texts } = choice as Record<string, unknown>;
  const localizations = orAbsent(normalizeLocalizations(texts, name));
  return localizations === undefined ? { name, value } : { name, value, name_localizations: localizations };
}

function normalizeSet(list: readonly unknown[]): unknown[] {
  const lower = list.map((entry) => (typeof entry === "string" ? entry.toLowerCase() : entry));
  return [...new Set(lower)].sort((a, b) => (String(a) < String(b) ? -1 : 1));
}

function orAbsent(value: unknown): unknown {
  return Object.keys(value as object).length === 0 ? undefined : value;
}
