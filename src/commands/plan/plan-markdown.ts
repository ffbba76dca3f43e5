import type { Detail } from "./describe-change.ts";
import { describePlan, type Entry } from "./describe-plan.ts";
import type { Plan } from "./plan-types.ts";
import { isolateDirections } from "./safe-text.ts";
import { shorten } from "./text-width.ts";

/** What is longer is shown in full in a part that unfolds. */
const longestValue = 120;
/** A comment on GitHub has at most 65536 characters: each of the two blocks stays below half of that. */
const longestBlock = 30_000;

/** `!` is what GitHub shows as changed. */
const marks = { created: "+", changed: "!", deleted: "-" } as const;

/** A plan for a comment on a pull request. All that somebody chose stands in code blocks, where Markdown means nothing. */
export function layOutMarkdown(plan: Plan): string {
  const { headline, entries, warnings, cost } = describePlan(plan);
  const parts = [`### ${headline}`];
  if (entries.length > 0) parts.push(block("diff", entries.flatMap(linesOf)));
  if (warnings.length > 0) parts.push(`**Warnings**\n\n${block("text", warnings)}`);
  if (cost !== undefined) parts.push(cost);
  const long = entries.flatMap(longValuesOf);
  if (long.length > 0) parts.push(fold("Long values in full", block("diff", long)));
  return parts.join("\n\n");
}

function linesOf({ kind, title, details }: Entry): string[] {
  return [`${marks[kind]} ${title}`, ...details.flatMap((detail) => detailLines(detail, shortened))];
}

function detailLines({ label, from, to }: Detail, show: (value: string) => string): string[] {
  return [
    ...(from === undefined ? [] : [`-     ${label}: ${show(from)}`]),
    ...(to === undefined ? [] : [`+     ${label}: ${show(to)}`]),
  ];
}

function shortened(value: string): string {
  return shorten(value, longestValue);
}

function longValuesOf({ title, details }: Entry): string[] {
  const long = details.filter(({ from = "", to = "" }) => shortened(from) !== from || shortened(to) !== to);
  return long.length === 0
    ? []
    : [`! ${title}`, ...long.flatMap((detail) => detailLines(detail, (value) => value))];
}

function block(language: string, lines: readonly string[]): string {
  const shown = atMost(longestBlock, lines).map(isolateDirections);
  const fence = "`".repeat(
    Math.max(2, ...shown.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length)) + 1,
  );
  return [`${fence}${language}`, ...shown, fence].join("\n");
}

/** The first lines, and how many there are more. */
function atMost(characters: number, lines: readonly string[]): string[] {
  let left = characters;
  const fitting = lines.findIndex((line) => (left -= line.length + 1) < 0);
  if (fitting === -1) return [...lines];
  return [...lines.slice(0, fitting), `… and ${lines.length - fitting} lines more`];
}

function fold(summary: string, content: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}
