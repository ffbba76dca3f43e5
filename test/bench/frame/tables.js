import { formatFigure } from "./figures.js";

/** @typedef {import("./figures.js").Figures} Figures */
/** @typedef {import("./bench.ts").Line} Line */

/** Returns the header and the rows. @param {Figures} part @returns {string[][]} */
export function cellsOf(part) {
  return "lines" in part ? growthCells(part) : tableCells(part);
}

/** @param {import("./figures.js").TableFigures} table */
function tableCells({ rows, rounds, unit }) {
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

/** @param {import("./bench.ts").Growth} growth */
function growthCells({ lines, size, unit }) {
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(([at]) => at)))].sort(
    (one, other) => one - other,
  );
  const floor = lines.find(({ kind }) => kind === "floor");
  const hasRatio = (/** @type {Line} */ { kind }) => floor !== undefined && kind !== "floor";
  const heads = lines.flatMap((line) => [
    `${line.kind === "floor" ? "floor: " : ""}${line.what}, ${unit}`,
    ...(hasRatio(line) ? ["× the floor"] : []),
  ]);
  const body = sizes.map((at) => [
    at.toLocaleString("en"),
    ...lines.flatMap((line) => [
      formatOrEmpty(valueAt(line, at)),
      ...(hasRatio(line) ? [formatOrEmpty(ratioAt(line, floor, at))] : []),
    ]),
  ]);
  return [[size, ...heads], ...body];
}

/** @param {number | undefined} value */
function formatOrEmpty(value) {
  return value === undefined ? "" : formatFigure(value);
}

/** @param {Line | undefined} line @param {number} size */
function valueAt(line, size) {
  return line?.points.find(([one]) => one === size)?.[1];
}

/** Returns the cost relative to the floor. @param {Line} line @param {Line | undefined} floor @param {number} size */
export function ratioAt(line, floor, size) {
  const [value, least] = [valueAt(line, size), valueAt(floor, size)];
  return value === undefined || least === undefined ? undefined : value / least;
}

/** Describes the growth from the smallest to the largest size. @param {Line} line @param {string} size */
export function growthOf({ what, points }, size) {
  const [[least, first], [most, last]] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]];
  const [from, to] = [least, most].map((at) => at.toLocaleString("en"));
  return `${what}: the cost changes by a factor of ${formatFigure(last / first)} from ${from} to ${to} ${size}.`;
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
