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
  return { findings, proven: remember(copy as C, nameOf(options), findings) };
}

/** Checks the commands of a scope together, and each of them that was not checked before by the same rules. */
export function proveSet<C extends object>(
  commands: readonly C[],
  options: CheckOptions,
): Checked<readonly Proven<C>[]> {
  const copies = frozenCopies(commands);
  const rules = nameOf(options);
  const findings = findInSet(copies ?? commands, options, (command) =>
    warningsAbout(command, options, rules),
  );
  if (!copies || hasErrors(findings)) return { findings, proven: undefined };
  const proven = copies.map((copy, index) => remember(copy as C, rules, findingsOf(index, findings)));
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
export function warningsAbout(
  command: unknown,
  options: CheckOptions,
  rules: string = nameOf(options),
): readonly Finding[] | undefined {
  if (typeof command !== "object" || command === null) return undefined;
  // Only a plan takes it.
  if (!options.takesOrigins && "renamedFrom" in command) return undefined;
  const warnings = warningsOf.get(command)?.get(rules);
  // They are errors where they are not allowed; without one it makes no difference.
  return !options.allowUnknownFields && warnings?.some(({ rule }) => rule === "unknown-field")
    ? undefined
    : warnings;
}

/** Notes that a frozen command passed a check by the named rules: for the checks themselves. */
export function remember<C extends object>(
  command: C,
  rules: string,
  warnings: readonly Finding[],
): Proven<C> {
  const known = warningsOf.get(command);
  if (!known?.has(rules)) warningsOf.set(command, new Map([...(known ?? []), [rules, warnings]]));
  return command as Proven<C>;
}

/** A proven command with fields that no rule of a single command looks at: its id, and the name it had. */
export function passOn<C extends object>(from: object, to: C): C {
  const warnings = warningsOf.get(from);
  if (warnings) warningsOf.set(asCopy(to), warnings);
  return to;
}

/** The same for the same rules, but for whether unknown fields are allowed. */
export function nameOf({
  scope,
  profile = defaultProfile,
  partial = false,
  type,
  applicationInstalls,
}: CheckOptions): string {
  return JSON.stringify([scope, profile, partial, type, applicationInstalls ?? null]);
}
