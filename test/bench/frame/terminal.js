// Prints all figures, or one line with the ratios.
import { countText, isTooMany, formatFigure } from "./figures.js";
import { cellsOf, plainTable } from "./tables.js";

/** @typedef {import("./figures.js").BenchFigures} BenchFigures */

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

/** Returns one line: the ratios to the floor, and all failures. @param {BenchFigures} bench */
export function lineOf({ name, seconds, parts, failure }) {
  const ratios = parts.flatMap((part) => {
    const ratio = part.rows.find(({ kind }) => kind === "ours")?.timesFloor;
    return ratio === undefined ? [] : [`${part.name} ${formatFigure(ratio)}`];
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
