import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";

const gap = 2;

export function columns(rows: readonly (readonly string[])[], width: number): string {
  const last = (rows[0]?.length ?? 1) - 1;
  const widths = Array.from({ length: last }, (_, column) => widestOf(rows, column) + gap);
  const textWidth = Math.max(20, width - widths.reduce((sum, each) => sum + each, 0)) - gap;
  return rows
    .map((row) => {
      const head = widths.map((wide, column) => padded(row[column], wide)).join("");
      return joinColumn(head, row[last] ?? "", textWidth);
    })
    .join("\n");
}

function widestOf(rows: readonly (readonly string[])[], column: number): number {
  return Math.max(0, ...rows.map((row) => stringWidth(row[column] ?? "")));
}

function padded(text = "", width: number): string {
  return text + " ".repeat(width - stringWidth(text));
}

export function joinColumn(head: string, text: string, width: number): string {
  const indent = " ".repeat(stringWidth(head));
  const hanging = wrapAnsi(text, width, { hard: true }).replaceAll("\n", `\n${indent}`);
  return (head + hanging).replaceAll(/ +$/gm, "");
}
