// Figures on the terminal, with the ratios beside the stored ones.
import { countText, isTooMany, shown } from "./figures.js";
import { cellsOf, plainTable, ratioAt } from "./tables.js";

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
    for (const count of part.counts ?? [])
      console.log(`  ${isTooMany(count) ? "TOO MANY: " : ""}${countText(count)}`);
  }
}

/** @param {import("./figures.js").Figures} part @param {import("./figures.js").Figures} before */
function showRatiosBeside(part, before) {
  if ("lines" in part) return "lines" in before ? showGrowthBeside(part, before) : undefined;
  if ("lines" in before) return;
  for (const { what, kind, timesFloor, timesOurs } of part.rows) {
    const old = before.rows.find((row) => row.what === what);
    const [now, then, of] =
      kind === "peer" ? [timesOurs, old?.timesOurs, "ours"] : [timesFloor, old?.timesFloor, "the floor"];
    if (kind === "floor" || now === undefined || then === undefined) continue;
    console.log(`  ${what}: ${shown(now)} × ${of}, stored ${shown(then)}`);
  }
}

/** Of the largest size that both have. @param {import("./bench.ts").Growth} part @param {import("./bench.ts").Growth} before */
function showGrowthBeside({ lines, size }, before) {
  const floor = lines.find(({ kind }) => kind === "floor");
  const oldFloor = before.lines.find(({ kind }) => kind === "floor");
  for (const line of lines.filter(({ kind }) => kind !== "floor")) {
    const old = before.lines.find(({ what }) => what === line.what);
    const at = line.points.findLast(([one]) => old?.points.some(([other]) => other === one))?.[0];
    if (!old || at === undefined) continue;
    const [now, then] = [ratioAt(line, floor, at), ratioAt(old, oldFloor, at)];
    if (now !== undefined && then !== undefined)
      console.log(
        `  ${line.what}, ${at.toLocaleString("en")} ${size}: ${shown(now)} × the floor, stored ${shown(then)}`,
      );
  }
}
