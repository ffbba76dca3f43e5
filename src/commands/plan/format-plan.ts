import { fields } from "../../core/check/fields.ts";
import { readable } from "../../core/check/reader.ts";
import { oneOf, optional, whole } from "../../core/check/readers.ts";
import { type PlanLine, layOutPlan } from "./plan-lines.ts";
import { layOutMarkdown } from "./plan-markdown.ts";
import { parsePlan } from "./plan-input.ts";
import type { Plan } from "./plan-types.ts";

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
