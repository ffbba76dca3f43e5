import { CommandType } from "../../wire/command.ts";
import { limits } from "../../wire/limits.ts";
import {
  describeChanges,
  describeFields,
  describeType,
  type Detail,
  foldChanges,
} from "./describe-change.ts";
import type { CommandFields } from "./normalize.ts";
import type { Plan, PlannedEdit } from "./plan-types.ts";
import { fields, type Table } from "../../core/check/fields.ts";
import { flag, readable, oneOf, optional, whole } from "../../core/check/readers.ts";
import { parsePlan } from "./plan-input.ts";
import { showControls, quote, isolateDirections, widthOf, wrap, charactersOf } from "./plan-text.ts";

export function shorten(text: string, most: number): string {
  // A string never has fewer code units than characters.
  if (text.length <= most) return text;
  const characters = charactersOf(text);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

interface Entry {
  readonly kind: "created" | "changed" | "deleted";
  readonly title: string;
  readonly details: readonly Detail[];
}

interface FormattedPlan {
  readonly headline: string;
  readonly entries: readonly Entry[];
  readonly warnings: readonly string[];
  readonly cost?: string;
}

function describePlan(plan: Plan, full = false): FormattedPlan {
  return {
    headline: `${describeScope(plan)}: ${describeCounts(plan)}`,
    entries: [
      ...plan.creates.map((command) => entryOf("created", titleOf(command), describeFields(command, full))),
      ...plan.edits.map((edit) => entryOf("changed", editTitle(edit), describeEdit(edit, full))),
      ...plan.deletes.map((command) => entryOf("deleted", titleOf({ ...command }), [])),
    ],
    warnings: plan.warnings.map(({ message }) => showControls(message)),
    ...(plan.cost.requests > 0 && { cost: describeCost(plan) }),
  };
}

function entryOf(kind: Entry["kind"], title: string, details: readonly Detail[]): Entry {
  return { kind, title, details };
}

function describeScope({ scope, basis }: Plan): string {
  if (scope === "global") return "Global commands";
  const { guildId } = basis.options;
  return guildId === undefined ? "Guild commands" : `Commands in guild ${guildId}`;
}

function describeCounts({ creates, edits, deletes, unchanged, kept }: Plan): string {
  const counts = [
    creates.length > 0 && `${creates.length} to create`,
    edits.length > 0 && `${edits.length} to change`,
    deletes.length > 0 && `${deletes.length} to delete`,
  ].filter((text) => text !== false);
  const rest = [`${unchanged.length} unchanged`, ...(kept.length > 0 ? [`${kept.length} kept`] : [])];
  return [...(counts.length > 0 ? counts : ["no changes"]), ...rest].join(", ");
}

function describeEdit({ changes, edit, renamedTo }: PlannedEdit, full: boolean): Detail[] {
  const reported = changes.filter(({ path }) => path !== "name" || renamedTo === undefined);
  return describeChanges(full ? reported : foldChanges(reported), edit);
}

function editTitle(edit: PlannedEdit): string {
  const { type, name, renamedTo } = edit;
  return renamedTo === undefined
    ? titleOf({ ...edit })
    : `${nameOf(type, name)} → ${nameOf(type, renamedTo)} (${describeType(type)}, renamed)`;
}

function titleOf({ type, name }: CommandFields): string {
  return `${nameOf(type, name)} (${describeType(type)})`;
}

function nameOf(type: unknown, name: unknown): string {
  const isSlash = type === undefined || type === null || type === CommandType.ChatInput;
  return isSlash ? `/${showControls(String(name))}` : quote(String(name));
}

function describeCost({ cost, writes }: Plan): string {
  const isBulk = writes.some(({ kind }) => kind === "overwrite");
  const requests = `${numberOf(cost.requests, "request")}${isBulk ? " (a bulk overwrite)" : ""}`;
  return `Cost: ${requests}, ${cost.creates} of ${limits.createsPerDay} daily creates.`;
}

function numberOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Options for formatting a plan as lines. @stable */
export interface PlanLinesOptions {
  /** The terminal width, from 40 to 1000 columns. Default 80. */
  readonly columns?: number | undefined;
  /** Whether to show every translation. By default, if a string has more than three translations, only their number is shown. */
  readonly full?: boolean | undefined;
}

/** Options for {@link formatPlan}. @stable */
export interface FormatPlanOptions extends PlanLinesOptions {
  /**
   * `text` for a terminal or log: uncolored, with lines up to `columns` wide. `markdown` for a pull request comment: up to 65,536
   * characters (GitHub's limit), with long values collapsed. Default `text`.
   */
  readonly as?: "text" | "markdown" | undefined;
}

const linesTable: Table<PlanLinesOptions> = { columns: optional(whole(40, 1000)), full: optional(flag) };

const readLinesOptions = fields<PlanLinesOptions>(linesTable);

const readFormatOptions = fields<FormatPlanOptions>({
  ...linesTable,
  as: optional(oneOf(["text", "markdown"])),
});

/**
 * Formats a plan as text that lists created (+), changed (~) and deleted (-) commands, warnings, and the number of requests and
 * new commands (new commands are limited to 200 per day). Names and descriptions are escaped. Unlike `String(plan)`, which
 * returns the same text, this function also accepts a stored plan.
 *
 * @stable
 * @throws ClientError `invalid_plan`, `invalid_argument` or `unknown_option`.
 */
export function formatPlan(plan: Plan, options: FormatPlanOptions = {}): string {
  const { as, columns, full = false } = readFormatOptions(options, "options");
  if (as === "markdown") return readable("plan", () => renderMarkdown(parsePlan(plan), full));
  const lines = planLines(plan, { columns, full });
  return lines.map(({ text }) => text).join("\n");
}

/**
 * Returns the lines of {@link formatPlan}, for programs that add colors.
 *
 * @stable
 * @throws the errors thrown by {@link formatPlan}.
 */
export function planLines(plan: Plan, options: PlanLinesOptions = {}): PlanLine[] {
  const { columns = 80, full = false } = readLinesOptions(options, "options");
  return readable("plan", () => renderPlan(parsePlan(plan), columns, full));
}

/** Longer values are shown in full in a collapsible section. */
const maxValueLength = 120;

/** GitHub limits comments to 65,536 characters. Each of the two blocks stays below half that size. */
const maxBlockLength = 30_000;

/** GitHub highlights lines that start with `!` as changed. */
const marks = { created: "+", changed: "!", deleted: "-" } as const;

/** User-defined text appears only in code blocks, where Markdown has no effect. */
export function renderMarkdown(plan: Plan, full = false): string {
  const { headline, entries, warnings, cost } = describePlan(plan, full);
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

function detailLines({ label, from, to, changed }: Detail, show: (value: string) => string): string[] {
  return [
    ...(changed === undefined ? [] : [`!     ${label}: ${changed}`]),
    ...(from === undefined ? [] : [`-     ${label}: ${show(from)}`]),
    ...(to === undefined ? [] : [`+     ${label}: ${show(to)}`]),
  ];
}

function shortened(value: string): string {
  return shorten(value, maxValueLength);
}

function longValuesOf({ title, details }: Entry): string[] {
  const long = details.filter(({ from = "", to = "" }) => shortened(from) !== from || shortened(to) !== to);
  return long.length === 0
    ? []
    : [`! ${title}`, ...long.flatMap((detail) => detailLines(detail, (value) => value))];
}

function block(language: string, lines: readonly string[]): string {
  const displayed = atMost(maxBlockLength, lines).map(isolateDirections);
  const fence = "`".repeat(
    Math.max(2, ...displayed.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length)) + 1,
  );
  return [`${fence}${language}`, ...displayed, fence].join("\n");
}

function atMost(characters: number, lines: readonly string[]): string[] {
  let remaining = characters;
  const fitting = lines.findIndex((line) => (remaining -= line.length + 1) < 0);
  if (fitting === -1) return [...lines];
  return [...lines.slice(0, fitting), `… and ${lines.length - fitting} more lines`];
}

function fold(summary: string, content: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** A line of a formatted plan. @stable */
export interface PlanLine {
  readonly kind: PlanLineKind;
  /** The text, without line breaks or terminal control characters. */
  readonly text: string;
}

const diffMarks = { created: "+", changed: "~", deleted: "-" } as const;

export function renderPlan(plan: Plan, columns: number, full = false): PlanLine[] {
  const { headline, entries, warnings, cost } = describePlan(plan, full);
  const lines: PlanLine[] = [];
  const add: Add = (kind, text, mark = "", indent = 0) => {
    const start = " ".repeat(indent) + mark;
    const pieces = wrap(text, columns - start.length);
    for (const [index, piece] of pieces.entries()) {
      const before = index === 0 ? start : " ".repeat(start.length);
      lines.push({ kind, text: isolateDirections(before + piece) });
    }
  };
  const blank = (): void => void lines.push({ kind: "blank", text: "" });
  for (const part of widthOf(headline) > columns ? headline.split(/(?<=:) /) : [headline])
    add("headline", part);
  if (entries.length > 0) blank();
  for (const entry of entries) addEntry(entry, columns, add);
  if (warnings.length > 0) blank();
  for (const warning of warnings) add("warning", warning, "! ");
  if (cost !== undefined) {
    blank();
    add("cost", cost);
  }
  return lines;
}

type Add = (kind: PlanLineKind, text: string, mark?: string, indent?: number) => void;

function addEntry({ kind, title, details }: Entry, columns: number, add: Add): void {
  add(kind, title, `${diffMarks[kind]} `);
  for (const detail of details) addDetail(detail, columns, add);
}

function addDetail({ label, from, to, changed }: Detail, columns: number, add: Add): void {
  if (changed !== undefined) return add("value", `${label}: ${changed}`, "~ ", 4);
  if (from === undefined) return add("added", `${label}: ${to}`, "+ ", 4);
  if (to === undefined) return add("removed", `${label}: ${from}`, "- ", 4);
  const line = `${label}: ${from} → ${to}`;
  if (widthOf(line) + 6 <= columns) return add("value", line, "~ ", 4);
  add("value", `${label}:`, "~ ", 4);
  add("removed", from, "- ", 8);
  add("added", to, "+ ", 8);
}

/**
 * The kind of a line. A `value` line shows the old and new values if both fit; otherwise, `removed` and `added` lines show them.
 *
 * @stable
 */
export type PlanLineKind =
  | "headline"
  | "created"
  | "changed"
  | "deleted"
  | "value"
  | "added"
  | "removed"
  | "warning"
  | "cost"
  | "blank";
