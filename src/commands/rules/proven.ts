import { formatPath } from "../../core/request/field-errors.ts";
import { type CheckOptions, type Finding, setField } from "./visit.ts";
import { findInCommand, findInSet } from "./set.ts";
import { defaultProfile } from "./grades.ts";

/** The result of a check: findings, and the command if none of them is an error. */
export interface Checked<Result> {
  readonly findings: readonly Finding[];
  readonly proven: Result | undefined;
}

/** Checks a command, unless that was done before by the same rules. */
export function proveCommand<C extends object>(command: C, options: CheckOptions): Checked<Proven<C>> {
  const warnings = warningsAbout(command, options);
  if (warnings) return { findings: warnings, proven: command as Proven<C> };
  const copy = frozenCopy(command);
  const findings = findInCommand(copy ?? command, options);
  if (!copy || hasErrors(findings)) return { findings, proven: undefined };
  return { findings, proven: remember(copy as C, options, findings) };
}

/** Checks the commands of a scope together, and each of them that was not checked before by the same rules. */
export function proveSet<C extends object>(
  commands: readonly C[],
  options: CheckOptions,
): Checked<readonly Proven<C>[]> {
  const copies = frozenCopies(commands);
  const findings = findInSet(copies ?? commands, options, warningsAbout);
  if (!copies || hasErrors(findings)) return { findings, proven: undefined };
  const proven = copies.map((copy, index) => remember(copy as C, options, findingsOf(index, findings)));
  return { findings, proven: Object.freeze(proven) };
}

/** What was found in one command of a set, as if it had been looked at alone. */
function findingsOf(index: number, findings: readonly Finding[]): readonly Finding[] {
  return findings
    .filter(({ keys }) => keys[0] === index)
    .map((finding) => {
      const keys = finding.keys.slice(1);
      return { ...finding, path: formatPath(keys), keys };
    });
}

function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === "error");
}

// Far above what a valid command has: its texts have 8,000 characters in all, and options nest three levels deep.
const mostParts = 10_000;
const deepest = 32;

// Several times what a scope holds.
const mostCopied = 1000;

/** Values made here: they need no copy. */
const copies = new WeakSet();

/**
 * A copy that nobody can change, with each field read once, as JSON would write it. A copy is its own copy.
 *
 * @returns undefined for what cannot be read, or is larger than any command.
 */
export function frozenCopy(value: unknown): object | undefined {
  if (isCopy(value)) return value;
  try {
    const copy = copyOf(value, { left: mostParts }, 0);
    return typeof copy === "object" && copy !== null ? asCopy(copy) : undefined;
  } catch {
    return undefined;
  }
}

/** A copy of what has many commands in it, as a plan and a snapshot have; undefined for what cannot be read. */
export function takeData(value: unknown): unknown {
  try {
    return copyOf(value, { left: mostCopied * mostParts }, 0);
  } catch {
    return undefined;
  }
}

/** Copies of a list that can be read and is not too long; undefined also where one of it has no copy. */
export function frozenCopies(list: unknown): readonly object[] | undefined {
  try {
    if (!Array.isArray(list) || list.length > mostCopied) return undefined;
    const all = Array.from(list, (one) => frozenCopy(one));
    return all.every((copy) => copy !== undefined) ? all : undefined;
  } catch {
    return undefined;
  }
}

/** What the caller passed, as it is now: a value that cannot be copied is returned itself, and refused later. */
export function takeCommand<C extends object>(command: C): C {
  return (frozenCopy(command) as C | undefined) ?? command;
}

/** {@link takeCommand} for each of a list. */
export function takeCommands<C extends object>(list: readonly C[]): readonly C[] {
  return (frozenCopies(list) as readonly C[] | undefined) ?? list;
}

/** Freezes values that were made from parts of a copy. */
export function asCopy<C extends object>(made: C): C {
  copies.add(Object.freeze(made));
  return made;
}

function isCopy(value: unknown): value is object {
  return typeof value === "object" && value !== null && copies.has(value);
}

function copyOf(value: unknown, room: { left: number }, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (--room.left < 0 || depth > deepest) throw new RangeError("no command");
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return copyOf(toJSON.call(value), room, depth + 1);
  if (Array.isArray(value)) return copyList(value, room, depth);
  const fields = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) setField(copy, key, copyOf(fields[key], room, depth + 1));
  return Object.freeze(copy);
}

function copyList(list: readonly unknown[], room: { left: number }, depth: number): readonly unknown[] {
  if (list.length > room.left) throw new RangeError("no command");
  const copy: unknown[] = [];
  for (const item of list) copy.push(copyOf(item, room, depth + 1));
  return Object.freeze(copy);
}

declare const proof: unique symbol;

/** A command that the rules have no error against, and that nobody can change any more. */
export type Proven<Command> = Command & { readonly [proof]: true };

/** By which rules each was checked, and their warnings. */
const warningsOf = new WeakMap<object, ReadonlyMap<string, readonly Finding[]>>();

/**
 * The warnings about a command that was proven by exactly these rules, to which the scope, the profile and the installation
 * contexts belong; undefined for others.
 */
export function warningsAbout(command: unknown, options: CheckOptions): readonly Finding[] | undefined {
  if (typeof command !== "object" || command === null) return undefined;
  // Only a plan takes it.
  if (!options.takesOrigins && "renamedFrom" in command) return undefined;
  return warningsOf.get(command)?.get(keyOf(options));
}

/** Notes that a frozen command passed a check: for the checks themselves. */
export function remember<C extends object>(
  command: C,
  options: CheckOptions,
  warnings: readonly Finding[],
): Proven<C> {
  // Without unknown fields it makes no difference whether they are allowed.
  const isKnown = warnings.every(({ rule }) => rule !== "unknown-field");
  const allowed = isKnown ? [true, false] : [true];
  const keys = allowed.map((allowUnknownFields) => keyOf({ ...options, allowUnknownFields }));
  const known = warningsOf.get(command) ?? [];
  warningsOf.set(command, new Map([...known, ...keys.map((key) => [key, warnings] as const)]));
  return command as Proven<C>;
}

/** A proven command with fields that no rule of a single command looks at: its id, and the name it had. */
export function passOn<C extends object>(from: object, to: C): C {
  const warnings = warningsOf.get(from);
  if (warnings) warningsOf.set(asCopy(to), warnings);
  return to;
}

function keyOf({
  scope,
  profile = defaultProfile,
  partial = false,
  type,
  allowUnknownFields = false,
  applicationInstalls,
}: CheckOptions): string {
  return JSON.stringify([scope, profile, partial, type, allowUnknownFields, applicationInstalls ?? null]);
}
