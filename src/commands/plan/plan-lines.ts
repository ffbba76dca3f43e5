import { type Detail } from "./describe-change.ts";
import { describePlan, type Entry } from "./describe-plan.ts";
import type { Plan } from "./plan-types.ts";
import { isolateDirections } from "./safe-text.ts";
import { widthOf, wrap } from "./text-width.ts";

/**
 * What a line of a plan tells: by this a program chooses its colour. `value` names a value, with its old and its new form
 * where they fit on the line; else those are `removed` and `added`, as is what goes away or is new.
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

/** One line of a plan. */
export interface PlanLine {
  readonly kind: PlanLineKind;
  /** Without a line break, and without anything that a terminal would obey. */
  readonly text: string;
}

const marks = { created: "+", changed: "~", deleted: "-" } as const;

/** The lines of a plan for a terminal of so many columns. */
export function layOutPlan(plan: Plan, columns: number): PlanLine[] {
  const { headline, entries, warnings, cost } = describePlan(plan);
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
  add(kind, title, `${marks[kind]} `);
  for (const detail of details) addDetail(detail, columns, add);
}

function addDetail({ label, from, to }: Detail, columns: number, add: Add): void {
  if (from === undefined) return add("added", `${label}: ${to}`, "+ ", 4);
  if (to === undefined) return add("removed", `${label}: ${from}`, "- ", 4);
  const line = `${label}: ${from} → ${to}`;
  if (widthOf(line) + 6 <= columns) return add("value", line, "~ ", 4);
  add("value", `${label}:`, "~ ", 4);
  add("removed", from, "- ", 8);
  add("added", to, "+ ", 8);
}
