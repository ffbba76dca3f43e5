import { formatPath } from "../../core/request/path.ts";
import type { Finding } from "./visit.ts";
import type { CheckOptions } from "./input.ts";
import { findInCommand, findInSet } from "./set.ts";
import { defaultProfile } from "./grades.ts";
import { frozenCopy, frozenCopies, asCopy } from "./input.ts";

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
  return { findings, proven: remember(copy as C, keysOf(options), findings) };
}

/** Checks the commands of a scope together, and each of them that was not checked before by the same rules. */
export function proveSet<C extends object>(
  commands: readonly C[],
  options: CheckOptions,
): Checked<readonly Proven<C>[]> {
  const copies = frozenCopies(commands);
  const keys = keysOf(options);
  const foundBefore = (command: unknown) => warningsUnder(keys.own, command, options);
  const findings = findInSet(copies ?? commands, options, foundBefore);
  if (!copies || hasErrors(findings)) return { findings, proven: undefined };
  const proven = copies.map((copy, index) => remember(copy as C, keys, findingsOf(index, findings)));
  return { findings, proven: Object.freeze(proven) };
}

/** The findings in one command of a set, as if it had been checked alone. */
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
  return warningsUnder(keysOf(options).own, command, options);
}

function warningsUnder(key: string, command: unknown, options: CheckOptions): readonly Finding[] | undefined {
  if (typeof command !== "object" || command === null) return undefined;
  // Only a plan takes it.
  if (!options.takesOrigins && "renamedFrom" in command) return undefined;
  return warningsOf.get(command)?.get(key);
}

/** Notes that a frozen command passed a check by the rules of `keys`: for the checks themselves. */
export function remember<C extends object>(command: C, keys: Keys, warnings: readonly Finding[]): Proven<C> {
  const known = warningsOf.get(command);
  if (known?.has(keys.own)) return command as Proven<C>;
  // Without unknown fields it makes no difference whether they are allowed.
  const isKnown = warnings.every(({ rule }) => rule !== "unknown-field");
  const passed = isKnown ? [keys.lenient, keys.strict] : [keys.lenient];
  warningsOf.set(command, new Map([...(known ?? []), ...passed.map((key) => [key, warnings] as const)]));
  return command as Proven<C>;
}

/** A proven command with fields that no rule of a single command looks at: its id, and the name it had. */
export function passOn<C extends object>(from: object, to: C): C {
  const warnings = warningsOf.get(from);
  if (warnings) warningsOf.set(asCopy(to), warnings);
  return to;
}

/** The names of rules: those of the check, and the same where unknown fields are allowed and where not. */
export interface Keys {
  readonly own: string;
  readonly lenient: string;
  readonly strict: string;
}

export function keysOf(options: CheckOptions): Keys {
  const [lenient, strict] = [keyOf(options, true), keyOf(options, false)];
  return { own: options.allowUnknownFields ? lenient : strict, lenient, strict };
}

function keyOf(
  { scope, profile = defaultProfile, partial = false, type, applicationInstalls }: CheckOptions,
  allowUnknownFields: boolean,
): string {
  return JSON.stringify([scope, profile, partial, type, allowUnknownFields, applicationInstalls ?? null]);
}
