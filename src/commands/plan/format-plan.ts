import { CommandType } from "../../wire/command.ts";
import { limits } from "../../wire/limits.ts";
import { describeChanges, describeFields, type Detail, describeType, type PlanLine, layOutPlan } from "./describe-change.ts";
import type { CommandFields } from "./normalize.ts";
import type { Plan, PlannedEdit } from "./plan-types.ts";
import { fields } from "../../core/check/fields.ts";
import { readable, oneOf, optional, whole } from "../../core/check/readers.ts";
import { parsePlan } from "./plan-commands.ts";

/** What a terminal obeys or what changes the direction or the look of the text around it. */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e0fff}]/gu;

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
    .source;
/** From the first character of this direction to the last, within one pair of quotes. */
const runs = new RegExp(`${rightToLeft}(?:[^"→]*${rightToLeft})?`, "gu");

/** The text with everything shown that would else act: escape sequences, line breaks, marks of direction. */
export function showControls(text: string): string {
  return text.replaceAll(unsafe, (mark) => `\\u{${(mark.codePointAt(0) as number).toString(16)}}`);
}

/** The text in quotes, on one line, and harmless. */
export function quote(text: string): string {
  return showControls(JSON.stringify(text));
}

/**
 * A finished line in which text from right to left keeps to its place: its parts are isolated (Unicode UAX 9), else a
 * terminal would show what changed to the right of what it changed to.
 */
export function isolateDirections(line: string): string {
  return line.replaceAll(runs, "\u{2068}$&\u{2069}");
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u{3000}-\u{303f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\p{Emoji_Presentation}\u{fe0f}]/u;
const visible = /[^\p{M}\p{Cf}]/u;

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each. */
export function charactersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns of a terminal a text takes: two for what is as wide as it is high, none for marks. */
export function widthOf(text: string): number {
  return charactersOf(text).reduce((sum, character) => sum + columnsOf(character), 0);
}

function columnsOf(character: string): number {
  if (wide.test(character)) return 2;
  return visible.test(character) ? 1 : 0;
}

/** Breaks a text into lines of at most so many columns: between words, and inside a word that fits on no line. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const end = (): void => {
    if (line.trimEnd() !== "") lines.push(line.trimEnd());
    line = "";
    used = 0;
  };
  for (const word of text.match(/ *[^ ]+/g) ?? []) {
    if (used + widthOf(word) > columns) end();
    for (const character of charactersOf(line === "" ? word.trimStart() : word)) {
      const width = columnsOf(character);
      if (used + width > columns) end();
      line += character;
      used += width;
    }
  }
  end();
  return lines;
}

/** The start of a text, at most so many characters long. */
export function shorten(text: string, most: number): string {
  // No character has less than one unit.
  if (text.length <= most) return text;
  const characters = charactersOf(text);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

/** One command that a plan touches, in words. */
export interface Entry {
  readonly kind: "created" | "changed" | "deleted";
  /** `/play (slash command)`. */
  readonly title: string;
  readonly details: readonly Detail[];
}

/** A plan in words, before anybody lays it out. */
export interface PlanInWords {
  readonly headline: string;
  readonly entries: readonly Entry[];
  readonly warnings: readonly string[];
  /** Undefined where nothing is sent. */
  readonly cost?: string;
}

/** What a plan does. All of it is harmless text without line breaks. */
export function describePlan(plan: Plan): PlanInWords {
  return {
    headline: `${describeScope(plan)}: ${describeCounts(plan)}`,
    entries: [
      ...plan.creates.map((command): Entry => ({
        kind: "created",
        title: titleOf(command),
        details: describeFields(command),
      })),
      ...plan.edits.map((edit): Entry => ({
        kind: "changed",
        title: editTitle(edit),
        details: describeEdit(edit),
      })),
      ...plan.deletes.map((command): Entry => ({
        kind: "deleted",
        title: titleOf({ ...command }),
        details: [],
      })),
    ],
    warnings: plan.warnings.map(({ message }) => showControls(message)),
    ...(plan.cost.requests > 0 && { cost: describeCost(plan) }),
  };
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

function describeEdit({ changes, edit, renamedTo }: PlannedEdit): Detail[] {
  // The title has the new name.
  const told = changes.filter(({ path }) => path !== "name" || renamedTo === undefined);
  return describeChanges(told, edit);
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

function describeCost({ cost, writes, basis }: Plan): string {
  const { createsUsed } = basis.options;
  const isBulk = writes.some(({ kind }) => kind === "overwrite");
  const requests = `${numberOf(cost.requests, "request")}${isBulk ? " (a bulk overwrite)" : ""}`;
  const creates = numberOf(cost.creates, "create");
  if (createsUsed === undefined) return `Cost: ${requests}, ${creates} of the day's ${limits.createsPerDay}.`;
  const left = Math.max(0, cost.createsLeft);
  return `Cost: ${requests}, ${creates}; ${left} of the day's ${limits.createsPerDay} are left afterwards.`;
}

function numberOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** How the lines of a plan are laid out. */
export interface PlanLinesOptions {
  /** The width of the terminal, from 40 to 1000 columns. Default 80. */
  readonly columns?: number | undefined;
}

/** How a plan is shown. */
export interface FormatPlanOptions extends PlanLinesOptions {
  /**
   * `text` for a terminal or a log, without colours and at most `columns` wide; `markdown` for a comment on a pull request: at most
   * 65536 characters, as GitHub takes them, with long values folded. Default `text`.
   */
  readonly as?: "text" | "markdown" | undefined;
}

const readColumns = optional(whole(40, 1000));
const readLinesOptions = fields<PlanLinesOptions>({ columns: readColumns });
const readFormatOptions = fields<FormatPlanOptions>({
  columns: readColumns,
  as: optional(oneOf(["text", "markdown"])),
});

/**
 * A plan as people read it: what is created (+), changed (~, value by value) and deleted (-), its warnings, and what it
 * costs in requests and in creates, of 200 a day. No line break at the end. Names and descriptions cannot act on a terminal or as Markdown.
 * `String(plan)` gives the text too; this also takes a plan that was stored.
 *
 * @throws ClientError `invalid_plan`, `invalid_argument` or `unknown_option`.
 */
export function formatPlan(plan: Plan, options: FormatPlanOptions = {}): string {
  const { as, columns } = readFormatOptions(options, "options");
  if (as === "markdown") return readable("plan", () => layOutMarkdown(parsePlan(plan)));
  const lines = planLines(plan, { columns });
  return lines.map(({ text }) => text).join("\n");
}

/**
 * The text of {@link formatPlan} line by line, each with what it tells, for a program that colours them.
 *
 * @throws as {@link formatPlan}.
 */
export function planLines(plan: Plan, options: PlanLinesOptions = {}): PlanLine[] {
  const { columns = 80 } = readLinesOptions(options, "options");
  return readable("plan", () => layOutPlan(parsePlan(plan), columns));
}

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
