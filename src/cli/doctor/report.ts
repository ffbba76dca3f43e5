import { wrapAnsi } from "fast-wrap-ansi";
import type { CheckResult, CheckVerdict } from "slashpass";
import type { Paint } from "../frame/paint.ts";
import { proseWidth } from "../frame/terminal.ts";

/** What one check found, as people read it. */
export interface Finding extends Omit<CheckResult, "check"> {
  readonly check: string;
}

interface Screen {
  readonly paint: Paint;
  readonly columns: number;
}

const words: Readonly<Record<CheckVerdict, string>> = {
  ok: "ok",
  warning: "warning",
  failure: "failure",
  "not-checked": "not checked",
};
const colours: Readonly<Record<CheckVerdict, keyof Paint>> = {
  ok: "green",
  warning: "yellow",
  failure: "red",
  "not-checked": "dim",
};

const verdictWidth = 13;
const nameWidth = 15;

/** A line for each check; what to do stands below. Nothing is wider than the screen, not even a path. */
export function reportOf(checks: readonly Finding[], screen: Screen): string {
  return checks.map((check) => entryOf(check, screen)).join("\n");
}

function entryOf({ check, verdict, found, advice }: Finding, { paint, columns }: Screen): string {
  const indent = verdictWidth + nameWidth;
  const width = Math.max(20, proseWidth(columns) - indent);
  const lines = [found, ...(advice === undefined ? [] : [`-> ${advice}`])].flatMap((text) =>
    wrapAnsi(text, width, { hard: true }).split("\n"),
  );
  const head = paint[colours[verdict]](words[verdict].padEnd(verdictWidth)) + check.padEnd(nameWidth);
  return lines.map((line, index) => (index === 0 ? head : " ".repeat(indent)) + line).join("\n");
}

/** `10 checks: 8 ok, 1 warning, 1 failure.` */
export function summaryOf(checks: readonly Finding[]): string {
  const verdicts = Object.keys(words) as CheckVerdict[];
  const counts = verdicts.flatMap((verdict) => {
    const count = checks.filter((one) => one.verdict === verdict).length;
    const isNoun = verdict === "warning" || verdict === "failure";
    return count === 0 ? [] : [`${count} ${words[verdict]}${isNoun && count > 1 ? "s" : ""}`];
  });
  return `${checks.length} checks: ${counts.join(", ")}.`;
}
