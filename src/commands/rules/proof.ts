import { frozenCopies, frozenCopy } from "./frozen-copy.ts";
import type { ValidateOptions } from "./options-of-validation.ts";
import { findInCommand, findInSet } from "./validate.ts";
import { isProven, type Proven, remember } from "./proven.ts";
import type { Finding } from "./visit.ts";

/** The result of a check: findings, and the command if none of them is an error. */
export interface Checked<Result> {
  readonly findings: readonly Finding[];
  readonly proven: Result | undefined;
}

/** Checks a command, unless that was done before by the same rules. */
export function proveCommand<C extends object>(command: C, options: ValidateOptions): Checked<Proven<C>> {
  if (isProven(command, options)) return { findings: [], proven: command };
  const copy = frozenCopy(command);
  const findings = findInCommand(copy ?? command, options);
  if (!copy || hasErrors(findings)) return { findings, proven: undefined };
  return { findings, proven: remember(copy as C, options) };
}

/** Checks the commands of a scope together, and each of them that was not checked before by the same rules. */
export function proveSet<C extends object>(
  commands: readonly C[],
  options: ValidateOptions,
): Checked<readonly Proven<C>[]> {
  const copies = frozenCopies(commands);
  const findings = findInSet(copies ?? commands, options, isProven);
  if (!copies || hasErrors(findings)) return { findings, proven: undefined };
  return { findings, proven: Object.freeze(copies.map((copy) => remember(copy as C, options))) };
}

function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === "error");
}
