// Prints all figures, or one line with the current and stored ratios.
import { countText, isTooMany, formatFigure } from "./figures.js";
import { cellsOf, plainTable, ratioAt } from "./tables.js";

/** @typedef {import("./figures.js").BenchFigures} BenchFigures */
/** @typedef {import("./figures.js").Figures} Figures */

/** @param {BenchFigures} bench */
export function showAll({ name, title, seconds, parts, failure }) {
  console.log(`\n== ${name}: ${title} (${formatFigure(seconds)} s)`);
  if (failure) console.log(`\nFAILED: ${failure}.`);
  for (const part of parts) {
    console.log(`\n${part.title}\n${plainTable(cellsOf(part))}`);
    for (const { what, why } of part.missing ?? []) console.log(`  ${what}: not run, because ${why}`);
    for (const count of part.counts ?? [])
      console.log(`  ${isTooMany(count) ? "TOO MANY: " : ""}${countText(count)}`);
    console.log(part.footnote);
  }
}

/**
 * Returns one line: the ratios to the floor, with the stored ratios in brackets, and all failures.
 *
 * @param {BenchFigures} bench
 * @param {BenchFigures | undefined} before
 */
export function lineOf({ name, seconds, parts, failure }, before) {
  const ratios = parts.flatMap((part) => {
    const [now, then] = [part, before?.parts.find((one) => one.name === part.name)].map(timesFloor);
    return now === undefined
      ? []
      : [`${part.name} ${formatFigure(now)} (${formatFigure(then ?? Number.NaN)})`];
  });
  const tooMany = parts.flatMap(({ counts = [] }) => counts.filter(isTooMany).map(countText));
  const report = [
    ...ratios,
    ...parts.flatMap(({ missing = [] }) => missing.map(({ what }) => `not run: ${what}`)),
    ...tooMany.map((text) => `TOO MANY ${text}`),
    ...(failure ? [`FAILED: ${failure}`] : []),
  ];
  return `${name}, ${formatFigure(seconds)} s: ${report.join(", ")}`;
}

/** Uses our first row or, for a growth, the largest size. @param {Figures | undefined} part @returns {number | undefined} */
function timesFloor(part) {
  if (part === undefined) return undefined;
  if (!("lines" in part)) return part.rows.find(({ kind }) => kind === "ours")?.timesFloor;
  const ours = part.lines.find(({ kind }) => kind === "ours");
  const most = ours?.points.at(-1)?.[0];
  const floor = part.lines.find(({ kind }) => kind === "floor");
  return ours && most !== undefined ? ratioAt(ours, floor, most) : undefined;
}
