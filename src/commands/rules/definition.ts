import { readable, isObject, object } from "../../core/check/readers.ts";
import type { BulkItem, Command, GlobalCommand } from "../../wire/command.ts";
import { choiceFields } from "./choices.ts";
import { addedFields, definedFields, globalOnlyFields, isDefault } from "./command.ts";
import { optionFields } from "./options.ts";
import type { Fields } from "./visit.ts";

const first = [
  "type",
  "name",
  "name_localizations",
  "description",
  "description_localizations",
  "required",
  "handler",
];

/** Converts a live command into a definition, without default values or fields added by the service. @stable */
export function toDefinition(given: Command): GlobalCommand {
  const command = object<Command>()(given, "command");
  return readable("command", () => definitionOf(command));
}

function definitionOf(command: Command): GlobalCommand {
  const isOfGuild = command.guild_id !== undefined;
  const fields = inOrder(command).flatMap(([key, value]): [string, unknown][] => {
    if (!definedFields.has(key) || (isOfGuild && globalOnlyFields.has(key))) return [];
    const isImplied = key === "dm_permission" && Array.isArray(command.contexts);
    if (isImplied || isNothing(value) || isDefault(key, value)) return [];
    return [[key, key === "options" ? optionsOf(value) : value]];
  });
  return Object.fromEntries(fields) as unknown as GlobalCommand;
}

/**
 * Converts a live command into a bulk-overwrite item that leaves the command unchanged. Keeps fields that this library does not
 * recognize.
 */
export function toUnchangedItem(live: Command): BulkItem<GlobalCommand> {
  const unknown = Object.entries(live).filter(([key]) => !definedFields.has(key) && !addedFields.has(key));
  return { ...Object.fromEntries(unknown), ...toDefinition(live), id: live.id };
}

function inOrder(record: object): [string, unknown][] {
  const keys = new Set([...first.filter((key) => key in record), ...Object.keys(record)]);
  return [...keys].map((key) => [key, record[key as keyof typeof record]]);
}

function optionsOf(options: unknown): unknown {
  return eachOf(options, optionFields).map((option) => ({
    ...option,
    ...("options" in option && { options: optionsOf(option["options"]) }),
    ...("choices" in option && { choices: eachOf(option["choices"], choiceFields) }),
  }));
}

function eachOf(list: unknown, known: ReadonlySet<string>): Fields[] {
  const items = Array.isArray(list) ? list.filter(isObject) : [];
  return items.map((item) =>
    Object.fromEntries(
      inOrder(item).filter(([key, value]) => known.has(key) && value !== false && !isNothing(value)),
    ),
  );
}

function isNothing(value: unknown): boolean {
  return (
    value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0)
  );
}
