import { formatFigure } from "./figures.js";

/** Returns the header and the rows. @param {import("./figures.js").TableFigures} table @returns {string[][]} */
export function cellsOf({ rows, rounds, unit }) {
  const heads = [
    rounds === 1 ? "one round" : `${rounds} rounds`,
    unit,
    "middle half",
    "× the floor",
    "× ours",
  ];
  const body = rows.map(({ what, kind, median, low, high, timesFloor, timesOurs }) => [
    kind === "floor" ? `floor: ${what}` : what,
    formatFigure(median),
    `${formatFigure(low)} – ${formatFigure(high)}`,
    kind === "floor" || timesFloor === undefined ? "" : formatFigure(timesFloor),
    kind === "ours" || timesOurs === undefined ? "" : formatFigure(timesOurs),
  ]);
  return [heads, ...body];
}

/** @param {string[][]} cells */
export function plainTable(cells) {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (/** @type {string} */ cell, /** @type {number} */ column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return cells.map((row) => `  ${row.map(pad).join("  ")}`.trimEnd()).join("\n");
}
