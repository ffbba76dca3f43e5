import { formatPath } from "../../core/request/path.ts";
import type { Finding } from "./visit.ts";
import type { CheckOptions } from "./input.ts";
import { findInCommand, findInSet } from "./set.ts";
import { defaultProfile } from "./grades.ts";
import { frozenCopy, frozenCopies, asCopy } from "./input.ts";

export interface Checked<Result> {
  readonly findings: readonly Finding[];
  readonly proven: Result | undefined;
}

/** Skips the check if the command already passed the same rules. */
export function proveCommand<C extends object>(command: C, options: CheckOptions): Checked<Proven<C>> {
  const warnings = warningsAbout(command, options);
  if (warnings) return { findings: warnings, proven: command as Proven<C> };
  const copy = frozenCopy(command);
  const findings = findInCommand(copy ?? command, options);
  if (!copy || hasErrors(findings)) return { findings, proven: undefined };
  return { findings, proven: remember(copy as C, nameOf(options), findings) };
}

/** Commands that already passed the same rules are only checked against each other. */
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

/** A frozen command that passed the rules without errors. */
export type Proven<Command> = Command & { readonly [proof]: true };

const warningsOf = new WeakMap<object, ReadonlyMap<string, readonly Finding[]>>();

/** Returns `undefined` unless the command passed exactly these rules. */
export function warningsAbout(
  command: unknown,
  options: CheckOptions,
  rules: string = nameOf(options),
): readonly Finding[] | undefined {
  if (typeof command !== "object" || command === null) return undefined;
  if (!options.takesOrigins && "renamedFrom" in command) return undefined;
  const warnings = warningsOf.get(command)?.get(rules);
  return !options.allowUnknownFields && warnings?.some(({ rule }) => rule === "unknown-field")
    ? undefined
    : warnings;
}

export function remember<C extends object>(
  command: C,
  rules: string,
  warnings: readonly Finding[],
): Proven<C> {
  const known = warningsOf.get(command);
  if (!known?.has(rules)) warningsOf.set(command, new Map([...(known ?? []), [rules, warnings]]));
  return command as Proven<C>;
}

/** `to` may differ only in fields that no single-command rule checks: the id and the former name. */
export function passOn<C extends object>(from: object, to: C): C {
  const warnings = warningsOf.get(from);
  if (warnings) warningsOf.set(asCopy(to), warnings);
  return to;
}

/** Ignores whether unknown fields are allowed. */
export function nameOf({
  scope,
  profile = defaultProfile,
  partial = false,
  type,
  applicationInstalls,
}: CheckOptions): string {
  return JSON.stringify([scope, profile, partial, type, applicationInstalls ?? null]);
}
