// Figures on the terminal, with the ratios beside the stored ones.
import { shown } from "./figures.js";
import { cellsOf, plainTable } from "./tables.js";

/** @typedef {import("./figures.js").BenchFigures} BenchFigures */

/**
 * @param {BenchFigures} bench
 * @param {BenchFigures | undefined} before
 */
export function show({ name, title, seconds, pace, parts, failure }, before) {
  console.log(`\n== ${name}: ${title} (${shown(seconds)} s)`);
  if (failure) console.log(`\nFAILED: ${failure}.`);
  for (const part of parts) {
    console.log(`\n${part.title}\n${plainTable(cellsOf(part))}`);
    const old = before?.parts.find((one) => one.name === part.name);
    if (pace !== "full" && old) showRatiosBeside(part, old);
    for (const { what, why } of part.missing ?? []) console.log(`  ${what}: not run here, ${why}`);
    for (const { what, value, atMost } of part.counts ?? [])
      console.log(`  ${value > atMost ? "TOO MANY: " : ""}${what}: ${value} (at most ${atMost})`);
  }
}

/** @param {import("./figures.js").Figures} part @param {import("./figures.js").Figures} before */
function showRatiosBeside(part, before) {
  if ("lines" in part || "lines" in before) return;
  for (const { what, kind, timesFloor, timesOurs } of part.rows) {
    const old = before.rows.find((row) => row.what === what);
    const [now, then, of] =
      kind === "peer" ? [timesOurs, old?.timesOurs, "ours"] : [timesFloor, old?.timesFloor, "the floor"];
    if (kind === "floor" || now === undefined || then === undefined) continue;
    console.log(`  ${what}: ${shown(now)} × ${of}, stored ${shown(then)}`);
  }
}
