// npm run bench [-- [--quick] [NAME...]]: runs the benchmarks one after another, each in its own process. With names, prints all
// of those benchmarks' figures; otherwise, prints one line per benchmark, with the last full run's ratio in brackets. A full run
// stores its figures in build/bench/stored.json and, once all benchmarks have figures, writes docs/benchmarks.md. Exits with 1 if
// a benchmark fails or a count exceeds its limit, but never because of a time.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import { runBench } from "./frame/child.js";
import { figuresOf, isTooMany, formatFigure } from "./frame/figures.js";
import { pageOf } from "./frame/page.js";
import { allBenches } from "./frame/subjects.js";
import { lineOf, showAll } from "./frame/terminal.js";

/**
 * @typedef {import("./frame/figures.js").BenchFigures} BenchFigures
 * @typedef {{ machine: string, benches: BenchFigures[] }} Stored
 */

const args = process.argv.slice(2);
const pace = args.includes("--quick") ? "quick" : "full";
const requested = args.filter((word) => !word.startsWith("--"));
const unknown = requested.filter((name) => !allBenches.includes(name));
if (unknown.length > 0)
  throw new Error(`Unknown benchmark: ${unknown.join(", ")}. Available: ${allBenches.join(", ")}.`);
const names = requested.length > 0 ? requested : allBenches;

const storedFile = new URL("../../build/bench/stored.json", import.meta.url);
const page = new URL("../../docs/benchmarks.md", import.meta.url);
/** @type {Stored} */
const stored = existsSync(storedFile)
  ? JSON.parse(readFileSync(storedFile, "utf8"))
  : { machine: "", benches: [] };
const machine = machineText();
const begun = performance.now();
console.log(`${machine}; load ${formatFigure(loadavg()[0] ?? 0)}`);
if (requested.length === 0)
  console.log("Each benchmark: the ratio to the floor, with the stored ratio in brackets.");
let failures = 0;
for (const name of names) {
  const bench = await measured(name);
  const before = stored.benches.find((one) => one.name === name);
  if (requested.length > 0) showAll(bench);
  else console.log(lineOf(bench, before));
  keep(bench);
  // Also created with --quick, so that CI detects tables without a sentence for the page.
  const text = pageOf(stored);
  if (pace === "full") write(text);
  const counts = bench.parts.flatMap((part) => part.counts ?? []);
  failures += counts.filter(isTooMany).length + (bench.failure ? 1 : 0);
}
console.log(
  `\n${names.length} benchmarks in ${formatFigure((performance.now() - begun) / 1000)} s, ${failures} failures`,
);
process.exit(failures > 0 ? 1 : 0);

/** @param {string} name @returns {Promise<BenchFigures>} */
async function measured(name) {
  const load = loadavg()[0] ?? 0;
  const start = performance.now();
  const { parts, ...result } = await runBench(name, pace);
  const seconds = (performance.now() - start) / 1000;
  const date = new Date().toISOString().slice(0, 10);
  return { name, ...result, pace, commit: commitText(), date, load, seconds, parts: parts.map(figuresOf) };
}

/** @param {BenchFigures} bench */
function keep(bench) {
  const others = stored.benches.filter(({ name }) => name !== bench.name && allBenches.includes(name));
  const order = (/** @type {BenchFigures} */ { name }) => allBenches.indexOf(name);
  stored.machine = machine;
  stored.benches = [...others, bench].sort((one, other) => order(one) - order(other));
}

/** @param {string} text */
function write(text) {
  mkdirSync(new URL(".", storedFile), { recursive: true });
  writeFileSync(storedFile, `${JSON.stringify(stored, null, 1)}\n`);
  if (stored.benches.length === allBenches.length) writeFileSync(page, text);
}

function machineText() {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const processor = cpus()[0]?.model.trim() ?? process.arch;
  return `${availableParallelism()} cores of ${processor}, ${gigabytes} GB, ${process.platform}-${process.arch} ${release()}, Node ${process.version}`;
}

function commitText() {
  return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
}
