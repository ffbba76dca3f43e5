import { isObject } from "../../../src/core/check/readers.ts";
import { type Objection, objectionsTo } from "../description/objections.ts";
import { schemaOf } from "../description/schema-of.ts";

/**
 * Returns a function that lists the published description's objections to a body of this type. Works around two flaws in the package's
 * schemas: they count UTF-16 code units, and they omit some of the original file's rules (discord/discord-api-spec,
 * specs/openapi.json): integers, unique list items, and the maximum size of sets.
 */
export function describedBy(type: string): (body: unknown) => readonly Objection[] {
  const schema = schemaOf(type);
  return (body) => [...objectionsTo(schema, withWholeCharacters(body)), ...findLost(body)];
}

function withWholeCharacters(body: unknown): unknown {
  const text = JSON.stringify(body) ?? "";
  return /[\ud800-\udbff]/.test(text) ? JSON.parse(text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, "x")) : body;
}

function findLost(body: unknown): readonly Objection[] {
  if (!Array.isArray(body)) return findInCommand(body, []);
  const items = body.flatMap((item, index) => findInCommand(item, [String(index)]));
  return body.length > 130 ? [...items, { path: [], code: "too_many", value: body.length }] : items;
}

function findInCommand(command: unknown, path: readonly string[]): readonly Objection[] {
  if (!isObject(command)) return [];
  return [
    ...findTwins(command, "contexts", path),
    ...findTwins(command, "integration_types", path),
    ...findFraction(command, "default_member_permissions", path),
    ...findInOptions(command["options"], path),
  ];
}

function findInOptions(options: unknown, above: readonly string[]): readonly Objection[] {
  if (!Array.isArray(options)) return [];
  return options.flatMap((option: unknown, index) => {
    const path = [...above, "options", String(index)];
    return isObject(option) ? findInOption(option, path) : [];
  });
}

/** Checks only fields that belong to the option's type, because the description does not cover the others. */
function findInOption(option: Readonly<Record<string, unknown>>, path: readonly string[]) {
  const fractions = (fields: readonly string[]) =>
    fields.flatMap((field) => findFraction(option, field, path));
  switch (option["type"]) {
    case 1:
    case 2:
      return findInOptions(option["options"], path);
    case 3:
      return fractions(["min_length", "max_length"]);
    case 4:
      return [...fractions(["min_value", "max_value"]), ...findInChoices(option["choices"], path)];
    case 7:
      return findTwins(option, "channel_types", path);
    default:
      return [];
  }
}

function findInChoices(choices: unknown, above: readonly string[]): readonly Objection[] {
  if (!Array.isArray(choices)) return [];
  return choices.flatMap((choice: unknown, index) =>
    isObject(choice) ? findFraction(choice, "value", [...above, "choices", String(index)]) : [],
  );
}

type Fields = Readonly<Record<string, unknown>>;

function findTwins(fields: Fields, name: string, path: readonly string[]): readonly Objection[] {
  const { [name]: value } = fields;
  if (!Array.isArray(value) || new Set(value).size === value.length) return [];
  return [{ path: [...path, name], code: "twins", value }];
}

function findFraction(fields: Fields, name: string, path: readonly string[]): readonly Objection[] {
  const { [name]: value } = fields;
  if (typeof value !== "number" || Number.isInteger(value)) return [];
  return [{ path: [...path, name], code: "no_whole_number", value }];
}
