import { isObject } from "../../core/check/readers.ts";
import {
  CommandType,
  EntryPointHandler,
  InstallationContext,
  InteractionContext,
} from "../../wire/command.ts";
import { ChannelType, OptionType } from "../../wire/command-option.ts";
import { permissionNames } from "../use/permission-bits.ts";
import type { CommandFields } from "./normalize.ts";
import { quote } from "./safe-text.ts";

/** The names of the numbers in a field. */
const numbersOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  type: OptionType,
  channel_types: ChannelType,
  contexts: InteractionContext,
  integration_types: InstallationContext,
  handler: EntryPointHandler,
};

/** A value of a command's field in words, on one line, and harmless. */
export function describeValue(field: string, value: unknown): string {
  if (field === "default_member_permissions") return describePermissions(value);
  if (Array.isArray(value)) return value.map((item) => describeValue(field, item)).join(", ") || "none";
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return nameIn(numbersOf[field], value) ?? String(value);
  if (typeof value === "boolean") return String(value);
  if (!isObject(value)) return "default";
  return isChoice(value) ? describeChoice(value) : describeRecord(value);
}

/** An option in words: its type, whether it is required, its description, and what else it has. */
export function describeOption(option: CommandFields): string {
  const { type, required, description, ...more } = option;
  const rest = Object.entries(more).filter(([key]) => key !== "name" && key !== "options");
  const parts = [
    describeValue("type", type),
    required === true && "required",
    description !== undefined && describeValue("description", description),
    rest.length > 0 && describeRecord(Object.fromEntries(rest)),
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** What kind of command it is: `slash command`. */
export function describeType(type: unknown): string {
  switch (type) {
    case undefined:
    case null:
    case CommandType.ChatInput:
      return "slash command";
    case CommandType.User:
      return "user command";
    case CommandType.Message:
      return "message command";
    case CommandType.PrimaryEntryPoint:
      return "entry point";
    default:
      return "command of an unknown type";
  }
}

function nameIn(table: Readonly<Record<string, number>> | undefined, value: number): string | undefined {
  const [name] = Object.entries(table ?? {}).find(([, number]) => number === value) ?? [];
  return name?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

function describePermissions(value: unknown): string {
  if (value === null || value === undefined) return "everyone";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (!/^\d{1,19}$/.test(text)) return quote(text);
  const bits = BigInt(text);
  return bits === 0n ? "administrators" : permissionNames(bits).join(" + ");
}

function isChoice(value: CommandFields): boolean {
  return "value" in value && typeof value["name"] === "string";
}

function describeChoice({ name, value, ...rest }: CommandFields): string {
  const more = Object.keys(rest).length > 0 ? ` (${describeRecord(rest)})` : "";
  return `${quote(String(name))} = ${describeValue("value", value)}${more}`;
}

function describeRecord(record: CommandFields): string {
  const parts = Object.entries(record).map(
    ([key, value]) => `${describeKey(key)} ${describeValue(key, value)}`,
  );
  return parts.join(", ") || "none";
}

function describeKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : quote(key);
}
