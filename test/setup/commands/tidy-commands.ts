import type { Random } from "../description/random.ts";
import { makeOdd } from "./odd-commands.ts";

type Fields = Record<string, unknown>;

/**
 * Makes a generated command follow rules that the schema does not express: names, required fields, and fields that depend on the
 * type. Gives some commands an unusual field.
 */
export function tidyCommand(body: unknown, random: Random): void {
  const command = body as Fields;
  tidyFields(command, random);
  if (Array.isArray(command["options"])) command["options"] = tidyOptions(command["options"], random);
  if (random.chance(0.3)) makeOdd(command, random);
}

function tidyFields(command: Fields, random: Random): void {
  const type = command["type"] ?? 1;
  tidyName(command, random);
  if (type === 1) command["description"] = "What it does";
  if (type === 2 || type === 3) remove(command, "description", "description_localizations");
  if (type !== 1) remove(command, "options");
  if (type !== 4) remove(command, "handler");
  makeUnique(command, "contexts");
  makeUnique(command, "integration_types");
  if (typeof command["default_member_permissions"] === "number" && random.chance(0.5)) {
    command["default_member_permissions"] = String(command["default_member_permissions"]);
  }
}

/** Like {@link tidyCommand}, for guild commands, which cannot be entry points. */
export function tidyGuildCommand(body: unknown, random: Random): void {
  if ((body as Fields)["type"] === 4) remove(body as Fields, "type");
  tidyCommand(body, random);
}

/** Like {@link tidyCommand}, for slash command edits. */
export function tidyEdit(body: unknown, random: Random): void {
  const edit = body as Fields;
  const { name } = edit;
  tidyCommand(edit, random);
  if (name === undefined) remove(edit, "name");
}

/** Like {@link tidyCommand}, for a command set, which has at most one entry point. */
export function tidySet(body: unknown, random: Random): void {
  if (!Array.isArray(body)) return;
  const commands = body as Fields[];
  const [, ...others] = commands.filter(({ type }) => type === 4);
  for (const command of others) remove(command, "type");
  commands.forEach((command, index) => {
    tidyCommand(command, random);
    if (command["id"] !== undefined) command["id"] = String(index + 1);
  });
}

/** Like {@link tidySet}, for a guild's command set. */
export function tidyGuildSet(body: unknown, random: Random): void {
  if (!Array.isArray(body)) return;
  for (const command of body as Fields[]) if (command["type"] === 4) remove(command, "type");
  tidySet(body, random);
}

/** Makes generated permission overwrites follow rules that the schema does not express. */
export function tidyOverwrites(body: unknown, random: Random): void {
  const fields = body as Fields;
  fields["permissions"] ??= [];
  (fields["permissions"] as Fields[]).forEach((overwrite, index) => {
    overwrite["id"] = String(1000 * (index + 1) + random.below(1000));
  });
}

function tidyOptions(options: unknown[], random: Random): Fields[] {
  const fields = options as Fields[];
  const isNested = ({ type }: Fields) => type === 1 || type === 2;
  const alike = fields.filter((option) => isNested(option) === isNested(fields[0] ?? {}));
  for (const option of alike) tidyOption(option, random);
  return alike.toSorted(
    (one, other) => Number(other["required"] === true) - Number(one["required"] === true),
  );
}

function tidyOption(option: Fields, random: Random): void {
  tidyName(option, random);
  const { type, options, choices } = option;
  if (type === 1 || type === 2) remove(option, "required");
  if (Array.isArray(options)) option["options"] = tidyOptions(options, random);
  if (Array.isArray(choices) && choices.length > 0) remove(option, "autocomplete");
  if (option["file_types"] !== undefined) option["file_types"] = ["image", ".png"];
  makeUnique(option, "channel_types");
  for (const of of ["length", "value"]) {
    if (Number(option[`min_${of}`]) > Number(option[`max_${of}`])) remove(option, `max_${of}`);
  }
}

function tidyName(fields: Fields, random: Random): void {
  if (typeof fields["name"] !== "string" || fields["name"].includes("😀") || random.chance(0.5)) {
    fields["name"] = `n${random.below(2 ** 32).toString(36)}`;
  }
  const { name_localizations: texts } = fields;
  if (typeof texts !== "object" || texts === null) return;
  for (const [locale, text] of Object.entries(texts)) {
    (texts as Fields)[locale] = String(text).replaceAll("😀", "x");
  }
}

function makeUnique(fields: Fields, name: string): void {
  const { [name]: list } = fields;
  if (Array.isArray(list)) fields[name] = [...new Set(list)];
}

function remove(fields: Fields, ...names: readonly string[]): void {
  for (const name of names) delete fields[name];
}
