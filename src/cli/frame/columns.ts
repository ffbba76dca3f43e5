import Table from "cli-table3";
import stringWidth from "fast-string-width";

const gap = 2;
const invisible = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "",
};

/** Rows in columns without lines; the last one is broken, so that nothing is wider than the terminal. */
export function columns(rows: readonly (readonly string[])[], width: number): string {
  const others = (rows[0]?.length ?? 1) - 1;
  const taken = Array.from({ length: others }, (_, column) => widestOf(rows, column) + gap);
  const left = Math.max(20, width - taken.reduce((sum, each) => sum + each, 0));
  const table = new Table({
    chars: invisible,
    style: { "padding-left": 0, "padding-right": gap, head: [], border: [] },
    colWidths: [...taken, left],
    wordWrap: true,
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

function widestOf(rows: readonly (readonly string[])[], column: number): number {
  return Math.max(0, ...rows.map((row) => stringWidth(row[column] ?? "")));
}
