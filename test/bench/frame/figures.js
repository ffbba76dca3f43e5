// Converts measurements to the figures that are printed and stored.
import { median, quantile } from "./measure.js";

/**
 * @typedef {import("./bench.ts").Table} Table
 * @typedef {import("./bench.ts").Kind} Kind
 * @typedef {{ what: string, kind: Kind, median: number, low: number, high: number, timesFloor?: number, timesOurs?: number }}
 *   RowFigures
 *   `low` and `high` are the quartiles. The ratios compare the cost with the floor's and with ours.
 * @typedef {Omit<Table, "rows"> & { rows: RowFigures[], rounds: number }} TableFigures
 * @typedef {{ name: string, title: string, date: string, seconds: number, parts: TableFigures[], failure?: string }} BenchFigures
 *   `failure` explains empty `parts`.
 */

/** @param {Table} part @returns {TableFigures} */
export function figuresOf(part) {
  const floor = part.rows.find(({ kind }) => kind === "floor");
  const ours = part.rows.find(({ kind }) => kind === "ours");
  const rows = part.rows.map((row) => {
    const { what, kind, values } = row;
    const quartiles = { low: rounded(quantile(values, 0.25)), high: rounded(quantile(values, 0.75)) };
    const figures = { what, kind, median: rounded(median(values)), ...quartiles };
    const timesFloor = floor ? { timesFloor: rounded(times(row, floor, part)) } : {};
    const timesOurs = ours ? { timesOurs: rounded(times(row, ours, part)) } : {};
    return { ...figures, ...timesFloor, ...timesOurs };
  });
  return { ...part, rows, rounds: Math.max(0, ...part.rows.map(({ values }) => values.length)) };
}

/**
 * Returns the cost relative to `other`: the median of the rounds' ratios, because both run under the same load within a round.
 *
 * @param {import("./bench.ts").Row} row
 * @param {import("./bench.ts").Row} other
 * @param {{ moreIsBetter?: boolean }} table
 */
function times(row, other, { moreIsBetter }) {
  const [cost, base] = moreIsBetter ? [other, row] : [row, other];
  if (cost.values.length !== base.values.length) return median(cost.values) / median(base.values);
  return median(cost.values.map((value, round) => value / (base.values[round] ?? Number.NaN)));
}

/** Returns whether the count fails the run. @param {import("./bench.ts").Count} count */
export function isTooMany({ value, atMost, ifQuiet = false }) {
  return value > atMost && !ifQuiet;
}

/** @param {import("./bench.ts").Count} count */
export function countText({ what, value, atMost, ifQuiet = false }) {
  const bound = `at most ${atMost.toLocaleString("en")}${ifQuiet ? " on a quiet machine" : ""}`;
  return `${what}: ${value.toLocaleString("en")} (${bound})`;
}

/** To three significant figures; the rest is noise. @param {number} value */
function rounded(value) {
  return Number(value.toPrecision(3));
}

/** @param {number} value */
export function formatFigure(value) {
  if (!Number.isFinite(value)) return "–";
  const digits = Math.abs(value) >= 100 || value === 0 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toPrecision(3)).toLocaleString("en", {
    maximumFractionDigits: Math.abs(value) < 0.1 ? 4 : digits,
  });
}
