import { validationError } from "../../core/errors.ts";
import { type Command, CommandType, type InstallationContext } from "../../wire/command.ts";
import type { DesiredCommand, Change } from "./plan-types.ts";
import { typeOf, type CommandFields, normalizeField } from "./normalize.ts";
import { isObject } from "../../core/check/readers.ts";
import { formatPath, type PathKey } from "../../core/request/path.ts";
import { choiceFields } from "../rules/choices.ts";
import { definedFields, globalOnlyFields } from "../rules/command.ts";
import { optionFields } from "../rules/options.ts";

/** Which live command each desired one is. */
export interface Matching {
  readonly pairs: ReadonlyMap<DesiredCommand, Command>;
  /** Live commands without a desired one. */
  readonly left: readonly Command[];
}

/**
 * Finds each desired command among the live ones: by its id, as the one entry point, by `renamedFrom`, then by type and name.
 *
 * @throws ClientError `unknown_id`, `type_change` or `ambiguous_match`.
 */
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
  return { pairs, left: live.filter((command) => !taken.has(command)) };
}

function findById(command: DesiredCommand, live: readonly Command[]): Command {
  const found = live.find(({ id }) => id === command.id);
  if (!found) {
    throw validationError(
      "unknown_id",
      `The command "${command.name}" has the id ${command.id}, which no live command of the scope has.`,
      "Remove the id to create the command.",
    );
  }
  if (typeOf({ ...found }) !== typeOf({ ...command })) {
    throw validationError(
      "type_change",
      `The command "${command.name}" has another type than the live command with its id. The type of a command cannot change.`,
      "Remove the id: the live command is then deleted and a new one created.",
    );
  }
  return found;
}

/** There is one entry point per application, whatever its name. */
function findEntryPoint(command: DesiredCommand, live: readonly Command[]): Command | undefined {
  if (command.type !== CommandType.PrimaryEntryPoint) return undefined;
  return live.find(({ type }) => type === CommandType.PrimaryEntryPoint);
}

/** Also finds a command that was renamed by an earlier run. */
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
    "Give each its own id or renamedFrom.",
  );
}

/** The facts that decide which fields count. */
interface ComparisonOptions {
  readonly scope: "global" | "guild";
  /** The application's installation contexts, which are the default of `integration_types`. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
}

/** The values with which an edit brings a field back to its default. */
const resets: Readonly<Record<string, unknown>> = {
  name_localizations: null,
  description_localizations: null,
  options: [],
  default_member_permissions: null,
  nsfw: false,
  contexts: null,
};

/** All but the first one: the type of a command cannot change. */
const [, ...comparedFields] = definedFields;

/** The changes, and the body of the edit that makes them. */
interface Difference {
  readonly changes: readonly Change[];
  readonly edit: CommandFields;
}

/** Compares a desired command with a live one; what the desired one leaves to the service is not compared. */
export function compare(desired: CommandFields, live: CommandFields, options: ComparisonOptions): Difference {
  const changes: Change[] = [];
  const edit: Record<string, unknown> = {};
  const wanted = withDefaults(desired, options);
  for (const field of comparedFields) {
    if (!isStated(field, wanted, options)) continue;
    const before = changes.length;
    collectAt(field, normalizeField(field, live), normalizeField(field, wanted), { keys: [], changes });
    if (changes.length > before) edit[field] = wanted[field] ?? resets[field];
  }
  return { changes, edit };
}

/** A desired command for a bulk overwrite: an unstated field keeps its live value. */
export function carryUnstated(
  desired: CommandFields,
  live: CommandFields,
  options: ComparisonOptions,
): CommandFields {
  const carried: Record<string, unknown> = {};
  for (const field of comparedFields) {
    const value = live[field];
    if (value === undefined || value === null || field === "contexts") continue;
    if (options.scope === "guild" && globalOnlyFields.has(field)) continue;
    // The service derives dm_permission from contexts: only where there are none does it say something.
    if (field === "dm_permission" && Array.isArray(live["contexts"])) continue;
    const isDefault = normalizeField(field, {}) === value;
    if (!isDefault && !isStated(field, desired, options)) carried[field] = value;
  }
  return { ...desired, ...carried };
}

function withDefaults(desired: CommandFields, { applicationInstalls }: ComparisonOptions): CommandFields {
  return applicationInstalls ? { integration_types: applicationInstalls, ...desired } : desired;
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

/** A comparison: where it is, and what differs. */
interface Walk {
  readonly keys: PathKey[];
  readonly changes: Change[];
}

function collectChanges(from: unknown, to: unknown, walk: Walk): void {
  if (Object.is(from, to)) return;
  if (Array.isArray(from) && Array.isArray(to)) return collectFromLists(from, to, walk);
  if (isObject(from) && isObject(to)) return collectFromRecords(from, to, walk);
  walk.changes.push({ path: formatPath(walk.keys), from, to });
}

function collectAt(key: PathKey, from: unknown, to: unknown, walk: Walk): void {
  walk.keys.push(key);
  collectChanges(from, to, walk);
  walk.keys.pop();
}

function collectFromLists(from: readonly unknown[], to: readonly unknown[], walk: Walk): void {
  const [oldNames, newNames] = [namesIn(from), namesIn(to)];
  if (oldNames && newNames) return collectByName(from, to, oldNames, newNames, walk);
  const length = Math.max(from.length, to.length);
  for (let index = 0; index < length; index++) collectAt(index, from[index], to[index], walk);
}

/** The names of options or choices; undefined for values without names. */
function namesIn(list: readonly unknown[]): string[] | undefined {
  const names = list.map((item) => (isObject(item) ? item["name"] : undefined));
  const areNames = names.every((name) => typeof name === "string") && new Set(names).size === names.length;
  return areNames ? names : undefined;
}

/** Options and choices are matched by name: inserting one before the others changes none of them. */
function collectByName(
  from: readonly unknown[],
  to: readonly unknown[],
  oldNames: readonly string[],
  newNames: readonly string[],
  walk: Walk,
): void {
  for (const [index, name] of oldNames.entries()) {
    if (!newNames.includes(name)) collectAt(index, from[index], undefined, walk);
  }
  const oldOrder = oldNames.filter((name) => newNames.includes(name));
  const newOrder = newNames.filter((name) => oldNames.includes(name));
  if (oldOrder.some((name, index) => name !== newOrder[index])) {
    walk.changes.push({ path: formatPath(walk.keys), from: oldOrder, to: newOrder });
  }
  for (const [index, name] of newNames.entries()) {
    collectAt(index, from[oldNames.indexOf(name)], to[index], walk);
  }
}

function collectFromRecords(from: CommandFields, to: CommandFields, walk: Walk): void {
  const parent = walk.keys.at(-1);
  const collect = (key: string): void => {
    if (Object.is(from[key], to[key]) || !isCompared(key, from, to, parent)) return;
    collectAt(key, from[key], to[key], walk);
  };
  Object.keys(from).forEach(collect);
  for (const key of Object.keys(to)) if (!Object.hasOwn(from, key)) collect(key);
}

/**
 * Whether a difference in a field can be real. The service does not return fields that it does not know, and returns newer fields
 * unasked.
 */
function isCompared(
  key: string,
  from: CommandFields,
  to: CommandFields,
  parent: PathKey | undefined,
): boolean {
  if (typeof parent === "string" && parent.endsWith("_localizations")) return true;
  // The service takes file_types, and does not return it.
  if (key === "file_types") return key in from;
  return optionFields.has(key) || choiceFields.has(key) || (key in from && key in to);
}
