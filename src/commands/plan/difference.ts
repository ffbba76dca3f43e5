import { validationError } from "../../core/errors.ts";
import { type Command, CommandType, type InstallationContext } from "../../wire/command.ts";
import type { DesiredCommand, FieldChange } from "./plan-types.ts";
import { typeOf, type CommandFields, normalizeField } from "./normalize.ts";
import { isObject } from "../../core/check/readers.ts";
import { formatPath, type PathKey } from "../../core/request/path.ts";
import { choiceFields } from "../rules/choices.ts";
import { definedFields, globalOnlyFields, isDefault } from "../rules/command.ts";
import { optionFields } from "../rules/options.ts";

export interface Matching {
  readonly pairs: ReadonlyMap<DesiredCommand, Command>;
  readonly unmatched: readonly Command[];
}

/** Matches commands by id, then as the only entry point, then by type and name, then by `renamedFrom`. */
export function matchCommands(desired: readonly DesiredCommand[], live: readonly Command[]): Matching {
  const pairs = new Map<DesiredCommand, Command>();
  const taken = new Map<Command, DesiredCommand>();
  const pair = (command: DesiredCommand, found: Command): void => {
    const other = taken.get(found);
    if (other) throw ambiguous(command, other, found);
    pairs.set(command, found);
    taken.set(found, command);
  };
  for (const command of desired) if (typeof command.id === "string") pair(command, findById(command, live));
  for (const find of [findEntryPoint, findByName, findByOldName]) {
    for (const command of desired) {
      if (pairs.has(command)) continue;
      const found = find(command, live);
      if (found && !(find === findByName && taken.has(found))) pair(command, found);
    }
  }
  return { pairs, unmatched: live.filter((command) => !taken.has(command)) };
}

function findById(command: DesiredCommand, live: readonly Command[]): Command {
  const found = live.find(({ id }) => id === command.id);
  if (!found) {
    throw validationError(
      "unknown_id",
      `The command "${command.name}" has the id ${command.id}, but no live command in the scope has that id.`,
      "Remove the id to create the command.",
    );
  }
  if (typeOf({ ...found }) !== typeOf({ ...command })) {
    throw validationError(
      "type_change",
      `The command "${command.name}" has the id of a live command of a different type. A command's type cannot change.`,
      "Remove the id to delete the live command and create a new one.",
    );
  }
  return found;
}

function findEntryPoint(command: DesiredCommand, live: readonly Command[]): Command | undefined {
  if (command.type !== CommandType.PrimaryEntryPoint) return undefined;
  return live.find(({ type }) => type === CommandType.PrimaryEntryPoint);
}

/** Also finds a command that an earlier run renamed. */
function findByName(command: DesiredCommand, live: readonly Command[]): Command | undefined {
  return findNamed(command.name, command, live);
}

function findByOldName(command: DesiredCommand, live: readonly Command[]): Command | undefined {
  return command.renamedFrom === undefined ? undefined : findNamed(command.renamedFrom, command, live);
}

function findNamed(name: string, command: DesiredCommand, live: readonly Command[]): Command | undefined {
  return live.find((one) => one.name === name && typeOf({ ...one }) === typeOf({ ...command }));
}

function ambiguous(command: DesiredCommand, other: DesiredCommand, found: Command) {
  return validationError(
    "ambiguous_match",
    `"${command.name}" and "${other.name}" both match the live command "${found.name}" (${found.id}).`,
    "Give each command its own id or renamedFrom.",
  );
}

interface ComparisonOptions {
  readonly scope: "global" | "guild";
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
}

const [, ...comparedFields] = definedFields;

interface Difference {
  readonly changes: readonly FieldChange[];
  readonly edit: CommandFields;
}

export function compare(desired: CommandFields, live: CommandFields, options: ComparisonOptions): Difference {
  const changes: FieldChange[] = [];
  const edit: Record<string, unknown> = {};
  const { applicationInstalls } = options;
  const wanted = applicationInstalls ? { integration_types: applicationInstalls, ...desired } : desired;
  for (const field of comparedFields) {
    if (!isStated(field, wanted, options)) continue;
    const before = changes.length;
    collectAt(field, normalizeField(field, live), normalizeField(field, wanted), { keys: [], changes });
    if (changes.length > before) edit[field] = wanted[field] ?? resetOf(field);
  }
  return { changes, edit };
}

function resetOf(field: string): unknown {
  return field.endsWith("_localizations") ? null : normalizeField(field, {});
}

/** Adds the live values of unspecified fields, so that a bulk overwrite keeps them. */
export function carryUnstated(
  desired: CommandFields,
  live: CommandFields,
  options: ComparisonOptions,
): CommandFields {
  const carried: Record<string, unknown> = {};
  for (const field of comparedFields) {
    const value = live[field];
    if (isDefault(field, value) || field === "contexts") continue;
    if (options.scope === "guild" && globalOnlyFields.has(field)) continue;
    // The service derives dm_permission from contexts, so the field matters only if there are no contexts.
    if (field === "dm_permission" && Array.isArray(live["contexts"])) continue;
    if (!isStated(field, desired, options)) carried[field] = value;
  }
  return { ...desired, ...carried };
}

function isStated(field: string, desired: CommandFields, { scope }: ComparisonOptions): boolean {
  if (scope === "guild" && globalOnlyFields.has(field)) return false;
  switch (field) {
    case "description":
    case "integration_types":
    case "default_permission":
    case "handler":
      return desired[field] !== undefined && desired[field] !== null;
    case "dm_permission":
      return typeof desired[field] === "boolean" && !Array.isArray(desired["contexts"]);
    case "contexts":
      return desired[field] !== undefined || typeof desired["dm_permission"] !== "boolean";
    default:
      return true;
  }
}

interface Collector {
  readonly keys: PathKey[];
  readonly changes: FieldChange[];
}

function collectChanges(from: unknown, to: unknown, collector: Collector): void {
  if (Object.is(from, to)) return;
  if (Array.isArray(from) && Array.isArray(to)) return collectFromLists(from, to, collector);
  if (isObject(from) && isObject(to)) return collectFromRecords(from, to, collector);
  collector.changes.push({ path: formatPath(collector.keys), from, to });
}

function collectAt(key: PathKey, from: unknown, to: unknown, collector: Collector): void {
  collector.keys.push(key);
  collectChanges(from, to, collector);
  collector.keys.pop();
}

function collectFromLists(from: readonly unknown[], to: readonly unknown[], collector: Collector): void {
  const [oldNames, newNames] = [namesIn(from), namesIn(to)];
  if (oldNames && newNames) return collectByName(from, to, oldNames, newNames, collector);
  const length = Math.max(from.length, to.length);
  for (let index = 0; index < length; index++) collectAt(index, from[index], to[index], collector);
}

function namesIn(list: readonly unknown[]): string[] | undefined {
  const names = list.map((item) => (isObject(item) ? item["name"] : undefined));
  const areNames = names.every((name) => typeof name === "string") && new Set(names).size === names.length;
  return areNames ? names : undefined;
}

/** Matches items by name, so that inserting an option does not mark all later options as changed. */
function collectByName(
  from: readonly unknown[],
  to: readonly unknown[],
  oldNames: readonly string[],
  newNames: readonly string[],
  collector: Collector,
): void {
  for (const [index, name] of oldNames.entries()) {
    if (!newNames.includes(name)) collectAt(index, from[index], undefined, collector);
  }
  const oldOrder = oldNames.filter((name) => newNames.includes(name));
  const newOrder = newNames.filter((name) => oldNames.includes(name));
  if (oldOrder.some((name, index) => name !== newOrder[index])) {
    collector.changes.push({ path: formatPath(collector.keys), from: oldOrder, to: newOrder });
  }
  for (const [index, name] of newNames.entries()) {
    collectAt(index, from[oldNames.indexOf(name)], to[index], collector);
  }
}

function collectFromRecords(from: CommandFields, to: CommandFields, collector: Collector): void {
  const parent = collector.keys.at(-1);
  const collect = (key: string): void => {
    if (Object.is(from[key], to[key]) || !isCompared(key, from, to, parent)) return;
    collectAt(key, from[key], to[key], collector);
  };
  Object.keys(from).forEach(collect);
  for (const key of Object.keys(to)) if (!Object.hasOwn(from, key)) collect(key);
}

/** The service omits unknown fields and may add new ones, so unknown fields are compared only if both sides have them. */
function isCompared(
  key: string,
  from: CommandFields,
  to: CommandFields,
  parent: PathKey | undefined,
): boolean {
  if (typeof parent === "string" && parent.endsWith("_localizations")) return true;
  // The service accepts file_types but does not return it.
  if (key === "file_types") return key in from;
  return optionFields.has(key) || choiceFields.has(key) || (key in from && key in to);
}
