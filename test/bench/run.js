// npm run bench [-- [--quick] [NAME...]]: runs the benchmarks one after another, each in its own process. With names, prints all
// of those benchmarks' figures; otherwise, prints one line per benchmark. A full run of all benchmarks writes docs/benchmarks.md.
// Exits with 1 if a benchmark fails or a count exceeds its limit, but never because of a time.
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import { runBench } from "./frame/child.js";
import { figuresOf, isTooMany, formatFigure } from "./frame/figures.js";
import { pageOf } from "./frame/page.js";
import { allBenches } from "./frame/subjects.js";
import { lineOf, showAll } from "./frame/terminal.js";

/** @typedef {import("./frame/figures.js").BenchFigures} BenchFigures */

const args = process.argv.slice(2);
const pace = args.includes("--quick") ? "quick" : "full";
const requested = args.filter((word) => !word.startsWith("--"));
const unknown = requested.filter((name) => !allBenches.includes(name));
if (unknown.length > 0)
  throw new Error(`Unknown benchmark: ${unknown.join(", ")}. Available: ${allBenches.join(", ")}.`);
const names = requested.length > 0 ? requested : allBenches;

const page = new URL("../../docs/benchmarks.md", import.meta.url);
const machine = machineText();
const begun = performance.now();
console.log(`${machine}; load ${formatFigure(loadavg()[0] ?? 0)}`);
/** @type {BenchFigures[]} */
const benches = [];
for (const name of names) {
  const bench = await measured(name);
  if (requested.length > 0) showAll(bench);
  else console.log(lineOf(bench));
  benches.push(bench);
}
// Also created with --quick, so that CI detects tables without a sentence for the page.
const text = pageOf({ machine, benches });
if (pace === "full" && requested.length === 0) writeFileSync(page, text);
const counts = benches.flatMap(({ parts }) => parts.flatMap((part) => part.counts ?? []));
const failures = counts.filter(isTooMany).length + benches.filter(({ failure }) => failure).length;
console.log(
  `\n${names.length} benchmarks in ${formatFigure((performance.now() - begun) / 1000)} s, ${failures} failures`,
);
process.exit(failures > 0 ? 1 : 0);

/** @param {string} name @returns {Promise<BenchFigures>} */
async function measured(name) {
  const start = performance.now();
  const { parts, ...result } = await runBench(name, pace);
  const seconds = (performance.now() - start) / 1000;
  const date = new Date().toISOString().slice(0, 10);
  return { name, ...result, date, seconds, parts: parts.map(figuresOf) };
}

function machineText() {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const processor = cpus()[0]?.model.trim() ?? process.arch;
  return `${availableParallelism()} cores of ${processor}, ${gigabytes} GB, ${process.platform}-${process.arch} ${release()}, Node ${process.version}`;
}
