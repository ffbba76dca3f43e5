import { CommandType } from "../../wire/command.ts";
import { limits } from "../../wire/limits.ts";
import { describeChanges, describeFields, describeType, type Detail } from "./describe-change.ts";
import { foldChanges } from "./fold-languages.ts";
import type { CommandFields } from "./normalize.ts";
import type { Plan, PlannedEdit } from "./plan-types.ts";
import { fields, type Table } from "../../core/check/fields.ts";
import { flag, readable, oneOf, optional, whole } from "../../core/check/readers.ts";
import { parsePlan } from "./plan-input.ts";
import { showControls, quote, isolateDirections, widthOf, wrap, charactersOf } from "./plan-text.ts";

/** The start of a text, at most so many characters long. */
export function shorten(text: string, most: number): string {
  // No character has less than one unit.
  if (text.length <= most) return text;
  const characters = charactersOf(text);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

/** One command that a plan touches, in words. */
interface Entry {
  readonly kind: "created" | "changed" | "deleted";
  /** `/play (slash command)`. */
  readonly title: string;
  readonly details: readonly Detail[];
}

/** A plan in words, before anybody lays it out. */
interface PlanInWords {
  readonly headline: string;
  readonly entries: readonly Entry[];
  readonly warnings: readonly string[];
  /** Undefined where nothing is sent. */
  readonly cost?: string;
}

/**
 * What a plan does. All of it is harmless text without line breaks.
 *
 * @param full - whether each translation is told.
 */
export function describePlan(plan: Plan, full = false): PlanInWords {
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
  return guildId === undefined ? "Commands of a guild" : `Commands of guild ${guildId}`;
}

function describeCounts({ creates, edits, deletes, unchanged, kept }: Plan): string {
  const counts = [
    creates.length > 0 && `${creates.length} to create`,
    edits.length > 0 && `${edits.length} to change`,
    deletes.length > 0 && `${deletes.length} to delete`,
  ].filter((text) => text !== false);
  const rest = [`${unchanged.length} unchanged`, ...(kept.length > 0 ? [`${kept.length} kept`] : [])];
  return [...(counts.length > 0 ? counts : ["nothing to change"]), ...rest].join(", ");
}

function describeEdit({ changes, edit, renamedTo }: PlannedEdit, full: boolean): Detail[] {
  // The title has the new name.
  const told = changes.filter(({ path }) => path !== "name" || renamedTo === undefined);
  return describeChanges(full ? told : foldChanges(told), edit);
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
  const creates = numberOf(cost.creates, "create");
  return `Cost: ${requests}, ${creates} of the day's ${limits.createsPerDay}.`;
}

function numberOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** How the lines of a plan are laid out. */
export interface PlanLinesOptions {
  /** The width of the terminal, from 40 to 1000 columns. Default 80. */
  readonly columns?: number | undefined;
  /** Whether each translation is shown; else more than three of a text are told by their number. Default false. */
  readonly full?: boolean | undefined;
}

/** How a plan is shown. */
export interface FormatPlanOptions extends PlanLinesOptions {
  /**
   * `text` for a terminal or a log, without colours and at most `columns` wide; `markdown` for a comment on a pull request: at most
   * 65536 characters, as GitHub takes them, with long values folded. Default `text`.
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
 * A plan for people: created (+), changed (~, value by value) and deleted (-) commands, its warnings, and its costs in requests
 * and in creates, of 200 a day. No line break at the end. Names and descriptions cannot act on a terminal or as Markdown.
 * `String(plan)` gives the text too; this also takes a plan that was stored.
 *
 * @throws ClientError `invalid_plan`, `invalid_argument` or `unknown_option`.
 */
export function formatPlan(plan: Plan, options: FormatPlanOptions = {}): string {
  const { as, columns, full = false } = readFormatOptions(options, "options");
  if (as === "markdown") return readable("plan", () => layOutMarkdown(parsePlan(plan), full));
  const lines = planLines(plan, { columns, full });
  return lines.map(({ text }) => text).join("\n");
}

/**
 * The text of {@link formatPlan} line by line, each with its kind, for a program that colours them.
 *
 * @throws as {@link formatPlan}.
 */
export function planLines(plan: Plan, options: PlanLinesOptions = {}): PlanLine[] {
  const { columns = 80, full = false } = readLinesOptions(options, "options");
  return readable("plan", () => layOutPlan(parsePlan(plan), columns, full));
}

/** Longer values are shown in full in a part that unfolds. */
const longestValue = 120;

/** A comment on GitHub has at most 65536 characters: each of the two blocks stays below half of that. */
const longestBlock = 30_000;

/** `!` is what GitHub shows as changed. */
const marks = { created: "+", changed: "!", deleted: "-" } as const;

/** A plan for a comment on a pull request. All that somebody chose stands in code blocks, where Markdown means nothing. */
export function layOutMarkdown(plan: Plan, full = false): string {
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

/** One line of a plan. */
export interface PlanLine {
  /** Meaning of the line, for its colour. */
  readonly kind: PlanLineKind;
  /** Without a line break, and without anything that a terminal would obey. */
  readonly text: string;
}

const diffMarks = { created: "+", changed: "~", deleted: "-" } as const;

/** The lines of a plan for a terminal of so many columns. */
export function layOutPlan(plan: Plan, columns: number, full = false): PlanLine[] {
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
 * The kind of a line of a plan, by which a program chooses its colour. `value` names a value, with its old and its new form if
 * they fit on the line; otherwise those are `removed` and `added`, like removed and new values.
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
