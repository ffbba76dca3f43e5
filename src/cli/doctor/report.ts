import type { CheckResult, CheckVerdict } from "slashpass";
import { joinColumn, type Paint } from "../frame/terminal-text.ts";
import { ExitCode } from "../frame/failure.ts";
import { proseWidth, type Terminal } from "../frame/terminal.ts";

export interface Finding extends Omit<CheckResult, "check"> {
  readonly check: string;
}

export type Verdict = Omit<Finding, "check">;

export function ok(found: string): Verdict {
  return { verdict: "ok", found };
}

export function warning(found: string, advice: string): Verdict {
  return { verdict: "warning", found, advice };
}

export function failure(found: string, advice: string): Verdict {
  return { verdict: "failure", found, advice };
}

type Screen = Pick<Terminal, "paint" | "columns">;

const verdicts: Readonly<Record<CheckVerdict, readonly [word: string, colour: keyof Paint]>> = {
  ok: ["ok", "green"],
  warning: ["warning", "yellow"],
  failure: ["failure", "red"],
  "not-checked": ["not checked", "dim"],
};

const verdictWidth = 13;
const nameWidth = 15;

export function printChecks(checks: readonly Finding[], terminal: Terminal): ExitCode {
  terminal.print(`${reportOf(checks, terminal)}\n\n${summaryOf(checks)}`);
  return checks.some(({ verdict }) => verdict === "failure") ? ExitCode.Differs : ExitCode.Done;
}

export function reportOf(checks: readonly Finding[], screen: Screen): string {
  return checks.map((check) => entryOf(check, screen)).join("\n");
}

function entryOf({ check, verdict, found, advice }: Finding, { paint, columns }: Screen): string {
  const [word, colour] = verdicts[verdict];
  const head = paint[colour](word.padEnd(verdictWidth)) + check.padEnd(nameWidth);
  const text = advice === undefined ? found : `${found}\n-> ${advice}`;
  return joinColumn(head, text, Math.max(20, proseWidth(columns) - verdictWidth - nameWidth));
}

export function summaryOf(checks: readonly Finding[]): string {
  const counts = Object.entries(verdicts).flatMap(([verdict, [word]]) => {
    const count = checks.filter((finding) => finding.verdict === verdict).length;
    const isNoun = verdict === "warning" || verdict === "failure";
    return count === 0 ? [] : [`${count} ${word}${isNoun && count > 1 ? "s" : ""}`];
  });
  return `${checks.length} checks: ${counts.join(", ")}.`;
}
