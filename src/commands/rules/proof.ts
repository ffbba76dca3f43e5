import { formatPath } from "../../core/request/path.ts";
import { frozenCopies, frozenCopy } from "./frozen-copy.ts";
import type { CheckOptions } from "./options-of-validation.ts";
import { findInCommand, findInSet } from "./validate.ts";
import { type Proven, remember, warningsAbout } from "./proven.ts";
import type { Finding } from "./visit.ts";

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
