import { quote, showControls } from "./plan-text.ts";
import type { FieldChange } from "./plan-types.ts";
import { isObject } from "../../core/check/readers.ts";
import {
  CommandType,
  EntryPointHandler,
  InstallationContext,
  InteractionContext,
} from "../../wire/command.ts";
import { ChannelType, OptionType } from "../../wire/command-option.ts";
import { permissionNames } from "../use/permission-bits.ts";
import { isDefault } from "../rules/command.ts";
import { type CommandFields, normalizeField } from "./normalize.ts";

const numbersOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  type: OptionType,
  channel_types: ChannelType,
  contexts: InteractionContext,
  integration_types: InstallationContext,
  handler: EntryPointHandler,
};

export function describeValue(field: string, value: unknown): string {
  if (field === "default_member_permissions") return describePermissions(value);
  if (Array.isArray(value)) return value.map((item) => describeValue(field, item)).join(", ") || "none";
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return nameIn(numbersOf[field], value) ?? String(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof Languages) return String(value);
  if (!isObject(value)) return "default";
  return isChoice(value) ? describeChoice(value) : describeRecord(value);
}

export function describeOption(option: CommandFields): string {
  const { type, required, description, name: _name, options: _options, ...more } = option;
  const { name_localizations: names, description_localizations: descriptions, ...others } = more;
  const isFolded = names instanceof Languages && descriptions instanceof Languages;
  const languages = isFolded && names.count === descriptions.count ? names : undefined;
  const rest = languages ? others : more;
  const parts = [
    describeValue("type", type),
    required === true && "required",
    description !== undefined && describeValue("description", description),
    languages !== undefined && `in ${String(languages)}`,
    Object.keys(rest).length > 0 && describeRecord(rest),
  ];
  return parts.filter((part) => part !== false).join(", ");
}

export function describeType(type: unknown): string {
  return typeNames.get(type ?? CommandType.ChatInput) ?? "command of an unknown type";
}

const typeNames: ReadonlyMap<unknown, string> = new Map<CommandType, string>([
  [CommandType.ChatInput, "slash command"],
  [CommandType.User, "user command"],
  [CommandType.Message, "message command"],
  [CommandType.PrimaryEntryPoint, "entry point"],
]);

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

export function describeChanges(changes: readonly FieldChange[], edit: CommandFields): Detail[] {
  const sets = new Set<string>();
  return changes.flatMap((change) => {
    const [, set] = setEntry.exec(change.path) ?? [];
    if (set === undefined) return describeChange(change, edit);
    if (sets.has(set)) return [];
    sets.add(set);
    return describeSet(set, changes, edit);
  });
}

const setEntry = /^(.*\b(?:contexts|integration_types|channel_types|file_types))\[\d+\]$/;

/** Sets are compared by index, so `changes` also includes entries that only moved. */
function describeSet(set: string, changes: readonly FieldChange[], edit: CommandFields): Detail[] {
  const { label, field } = readPath(set, edit);
  const own = changes.filter(({ path }) => setEntry.exec(path)?.[1] === set);
  const before = own.map(({ from }) => from).filter((entry) => entry !== undefined);
  const after = own.map(({ to }) => to).filter((entry) => entry !== undefined);
  const removed = before.filter((entry) => !after.includes(entry));
  const come = after.filter((entry) => !before.includes(entry));
  return [
    ...(removed.length > 0 ? [{ label, from: describeValue(field, removed) }] : []),
    ...(come.length > 0 ? [{ label, to: describeValue(field, come) }] : []),
  ];
}

function describeChange({ path, from, to }: FieldChange, edit: CommandFields): Detail[] {
  const { label, field } = readPath(path, edit, to === undefined ? from : undefined);
  if (from === undefined) return describeWhole("to", label, field, to);
  if (to === undefined) return describeWhole("from", label, field, from);
  if (to instanceof Languages) return [{ label, changed: String(to) }];
  return [{ label, from: describeValue(field, from), to: describeValue(field, to) }];
}

/** Omits default values, which other libraries write explicitly. */
export function describeFields(command: CommandFields, full: boolean): Detail[] {
  return Object.entries(command)
    .filter(([field, value]) => field !== "name" && field !== "type" && !isDefault(field, value))
    .flatMap(([field, value]) => {
      const meant = field === "options" ? normalizeField(field, command) : value;
      return describeWhole("to", field, field, full ? meant : foldField(field, meant));
    })
    .map((detail) => ({ ...detail, label: showControls(detail.label) }));
}

/** Describes a value that only the live command (`from`) or only the desired command (`to`) has. */
function describeWhole(side: "from" | "to", label: string, field: string, value: unknown): Detail[] {
  if (field.endsWith("_localizations") && isObject(value) && !(value instanceof Languages)) {
    return Object.entries(value).map(([locale, text]) => ({
      label: `${label}[${quote(locale)}]`,
      [side]: describeValue(field, text),
    }));
  }
  if (field === "options" && Array.isArray(value)) {
    return value.flatMap((item, index) =>
      describeWhole(side, `${label}${stepInto(item, index)}`, field, item),
    );
  }
  if (field !== "options" || !isObject(value)) return [{ label, [side]: describeValue(field, value) }];
  const { options } = value;
  const inside = Array.isArray(options) ? describeWhole(side, `${label}.options`, field, options) : [];
  return [{ label, [side]: describeOption(value) }, ...inside];
}

function stepInto(item: unknown, index: number): string {
  const name = isObject(item) ? item["name"] : undefined;
  return typeof name === "string" ? `[${quote(name)}]` : `[${index}]`;
}

const step = /\[(?<index>\d+)\]|\["(?:[^"\\]|\\.)*"\]|\.?(?<name>\w+)/g;

/** Replaces indexes with names. If the last segment was removed, `removed` is its old value. */
function readPath(path: string, edit: CommandFields, removed?: unknown): { label: string; field: string } {
  let node: unknown = edit;
  let label = "";
  let field = "";
  const steps = [...path.matchAll(step)];
  for (const [depth, { 0: text, groups = {} }] of steps.entries()) {
    const { index, name } = groups;
    const isLast = depth === steps.length - 1;
    node = isLast && removed !== undefined ? removed : readKey(node, index ?? name);
    label += index === undefined ? text : stepInto(node, Number(index));
    field = name ?? field;
  }
  return { label: showControls(label), field };
}

function readKey(node: unknown, key: string | undefined): unknown {
  if (typeof node !== "object" || node === null || key === undefined) return undefined;
  return (node as Readonly<Record<string, unknown>>)[key];
}

export interface Detail {
  /** For example, `options["mode"].required`. */
  readonly label: string;
  readonly from?: string;
  readonly to?: string;
  readonly changed?: string;
}

class Languages {
  readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  toString(): string {
    return `${this.count} languages`;
  }
}

const maxListed = 3;

/** Replaces each group of more than three translations with a count, at any depth. */
function foldField(key: string, value: unknown): unknown {
  if (!key.endsWith("_localizations") || !isObject(value)) return foldLanguages(value);
  const count = Object.keys(value).length;
  return count > maxListed ? new Languages(count) : value;
}

function foldLanguages(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(foldLanguages);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, foldField(key, inner)]));
}

const translation = /^(.*_localizations)\["(?:[^"\\]|\\.)*"\]$/;

export function foldChanges(changes: readonly FieldChange[]): FieldChange[] {
  // Two changes can have the same path if one option was removed at an index and another was added there.
  const parts = new Map<string | FieldChange, FieldChange[]>();
  for (const change of changes) {
    const { path, from, to } = change;
    const [, text] = translation.exec(path) ?? [];
    const part = parts.get(text ?? change) ?? [];
    part.push({ path, from: foldLanguages(from), to: foldLanguages(to) });
    parts.set(text ?? change, part);
  }
  return [...parts].flatMap(([text, part]) =>
    typeof text === "string" && part.length > maxListed ? foldText(text, part) : part,
  );
}

function foldText(path: string, changes: readonly FieldChange[]): FieldChange[] {
  const come = changes.filter(({ from }) => from === undefined).length;
  const removed = changes.filter(({ to }) => to === undefined).length;
  const changed = changes.length - come - removed;
  return [
    { path, from: languagesOf(removed), to: undefined },
    { path, from: languagesOf(changed), to: languagesOf(changed) },
    { path, from: undefined, to: languagesOf(come) },
  ].filter(({ from, to }) => from !== undefined || to !== undefined);
}

function languagesOf(count: number): Languages | undefined {
  return count === 0 ? undefined : new Languages(count);
}
