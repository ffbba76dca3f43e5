// Samples mutants from each top-level module of `src` and runs the unit tests that import the mutated file until one fails:
// sample.js COPY [--sample N] [--seed TEXT] [MODULE…]. COPY is a copy of the project, whose files are changed. The seed defaults
// to the last commit's hash.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { testsImporting } from "./imports.js";

/**
 * @typedef {{ line: number, column: number }} Position - counted from 0
 * @typedef {{ file: string, from: string, to: string, line: number, mutated: string }} Mutant
 */

/** The number of mutants per module, relative to --sample. These modules uphold the security guarantees. */
const weights = new Map(["sign-in", "tokens", "store", "log", "commands/rules"].map((name) => [name, 1.5]));
const testLimitMs = 900_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string", default: "20" }, seed: { type: "string" } },
});
const [copy = "", ...chosen] = positionals;
const seed = values.seed ?? run("git", ["rev-parse", "HEAD"], ".").stdout.trim();
const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
// Installed by test/mutation/run; the type checker cannot see the package.
const instrumenterPackage = "@stryker-mutator/instrumenter";
const { Instrumenter } = await import(instrumenterPackage);
/**
 * @type {{
 *   instrument: (files: { name: string; content: string; mutate: boolean }[], options: object) => Promise<{
 *     mutants: { location: { start: Position; end: Position }; replacement: string; status?: string }[];
 *   }>;
 * }}
 */
const instrumenter = new Instrumenter(silent);

process.stdout.write(`seed ${seed}\n`);
requireUnchangedTestsToPass();
/** @type {{ mutants: number; killed: number }[]} */
const totals = [];
for (const [module, files] of modules()) {
  const mutants = await draw(module, files);
  const survivors = mutants.filter((mutant) => survives(mutant));
  for (const { file, line, from, to } of survivors)
    process.stdout.write(`  ${file}:${line} ${short(from)} -> ${short(to)}\n`);
  totals.push({ mutants: mutants.length, killed: mutants.length - survivors.length });
  process.stdout.write(`${module}: killed ${mutants.length - survivors.length} of ${mutants.length}\n`);
}
const sum = (/** @type {"mutants" | "killed"} */ key) => totals.reduce((all, one) => all + one[key], 0);
process.stdout.write(`total: killed ${sum("killed")} of ${sum("mutants")}\n`);

/** The top-level modules; `commands/rules` is sampled separately. @returns {[string, string[]][]} */
function modules() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const file of readdirSync(join(copy, "src"), { recursive: true, encoding: "utf8" }).toSorted()) {
    if (!/(?<!\.d)\.ts$/.test(file) || !file.includes("/") || file.includes("/browser/")) continue;
    const module = file.startsWith("commands/rules/") ? "commands/rules" : file.slice(0, file.indexOf("/"));
    found.set(module, [...(found.get(module) ?? []), `src/${file}`]);
  }
  return [...found].filter(([module]) => chosen.length === 0 || chosen.includes(module));
}

/** @param {string} module @param {readonly string[]} files @returns {Promise<Mutant[]>} */
async function draw(module, files) {
  const all = (await Promise.all(files.map(mutantsOf))).flat();
  const order = (/** @type {Mutant} */ { file, line, from, to }) =>
    createHash("sha256")
      .update(JSON.stringify([seed, file, line, from, to]))
      .digest("hex");
  const ranked = all.map((mutant) => ({ mutant, rank: order(mutant) }));
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  const count = Math.round(Number(values.sample) * (weights.get(module) ?? 1));
  return ranked.slice(0, count).map(({ mutant }) => mutant);
}

/** Excludes strings, which people review with `npm run texts`. @param {string} file @returns {Promise<Mutant[]>} */
async function mutantsOf(file) {
  const content = readFileSync(join(copy, file), "utf8");
  const { mutants } = await instrumenter.instrument([{ name: file, content, mutate: true }], {
    plugins: null,
    excludedMutations: ["StringLiteral"],
    ignorers: [],
    noHeader: true,
  });
  const included = mutants.filter(({ status }) => status !== "Ignored");
  return included.map(({ location, replacement }) => {
    const [start, end] = [offsetOf(content, location.start), offsetOf(content, location.end)];
    return {
      file,
      line: location.start.line + 1,
      from: content.slice(start, end),
      to: replacement,
      mutated: content.slice(0, start) + replacement + content.slice(end),
    };
  });
}

/** @param {string} text @param {Position} position */
function offsetOf(text, { line, column }) {
  return text.split("\n").slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + column;
}

/** First runs the tests that import the file directly, because one of them usually fails. @param {Mutant} mutant */
function survives({ file, mutated }) {
  const path = join(copy, file);
  const original = readFileSync(path, "utf8");
  writeFileSync(path, mutated);
  try {
    return testsImporting(copy, file).every((tests) => tests.length === 0 || pass(tests));
  } finally {
    writeFileSync(path, original);
  }
}

/** @param {readonly string[]} tests */
function pass(tests) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];
  const options = ["--project", "unit", "--bail", "1", "--reporter", "dot"];
  return run(process.execPath, [...vitest, ...options, ...tests], copy).status === 0;
}

function requireUnchangedTestsToPass() {
  if (!pass([])) throw new Error("The unit tests fail without any change, so they cannot detect changes.");
}

/** @param {string} program @param {readonly string[]} args @param {string} cwd */
function run(program, args, cwd) {
  // A mutant may run or print forever.
  return spawnSync(program, args, { cwd, encoding: "utf8", timeout: testLimitMs, killSignal: "SIGKILL" });
}

/** @param {string} code */
function short(code) {
  const line = code.replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line || "(nothing)";
}
