// node test/reach/size.js [FOLDER] [--files]: prints the size and the import graph of `src`, compared with the figures before the
// restructuring and its targets. FOLDER is another checkout; --files lists the import cycles and the small files with only one importer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cyclesIn } from "./cycles.js";
import { modulesOf } from "./modules.js";
import { requestedFolder, isRequested, print, showTable } from "./show.js";

/** @typedef {import("./modules.js").Module} Module */

const folder = requestedFolder();
const modules = modulesOf(join(folder, "src"));
const cycles = cyclesOf(() => true);
const small = smallWithOneImporter();
const crossings = importsBetween();
showTable("src", {
  "source files": modules.length,
  "lines of code": total(({ code }) => code),
  "lines of imports": total(({ importLines }) => importLines),
  "files of at most 60 lines with one importer": small.length,
  "import cycles": cycles.length,
  "import cycles without type imports": cyclesOf(({ isType }) => !isType).length,
  "files in the largest cycle": Math.max(0, ...cycles.map((cycle) => cycle.length)),
  directories: new Set(modules.map(({ file }) => directoryOf(file))).size,
  "imports between directories": crossings.size,
  "directories that import each other":
    [...crossings].filter((crossing) => crossings.has(reversed(crossing))).length / 2,
  "rows of the import table": rowsOfTable(),
});
if (isRequested("--files")) {
  print(`\nimport cycles\n${cycles.map((cycle) => `  ${cycle.toSorted().join(" ")}\n`).join("")}`);
  print(`\nat most 60 lines, one importer\n${small.map(({ file }) => `  ${file}\n`).join("")}`);
}

/** @param {(module: Module) => number} figure */
function total(figure) {
  return modules.reduce((sum, module) => sum + figure(module), 0);
}

/** @param {(one: import("./modules.js").Import) => boolean} counts */
function cyclesOf(counts) {
  return cyclesIn(
    new Map(modules.map(({ file, imports }) => [file, imports.filter(counts).map((one) => one.file)])),
  );
}

/** Excludes the program's own files, which have a directory for each command. */
function smallWithOneImporter() {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map(modules.map(({ file }) => [file, new Set()]));
  for (const { file, imports } of modules) for (const one of imports) importers.get(one.file)?.add(file);
  return modules.filter(
    ({ file, lines }) => lines <= 60 && importers.get(file)?.size === 1 && !file.startsWith("cli/"),
  );
}

/**
 * Returns the directory or file in `src`. The emulator is large, so it is split into its directories; its own files are counted
 * together. @param {string} file
 */
function directoryOf(file) {
  const [first = "", second = "", ...more] = file.split("/");
  return first === "emulator" && more.length > 0 ? `${first}/${second}` : first.replace(/\.tsx?$/, "");
}

function importsBetween() {
  const all = modules.flatMap(({ file, imports }) =>
    imports.map((one) => [directoryOf(file), directoryOf(one.file)]).filter(([from, to]) => from !== to),
  );
  return new Set(all.map((pair) => pair.join(" -> ")));
}

/** @param {string} crossing */
function reversed(crossing) {
  return crossing.split(" -> ").toReversed().join(" -> ");
}

/** Returns the number of rows in the ARCHITECTURE.md table whose header contains "may import". */
function rowsOfTable() {
  const text = readFileSync(join(folder, "ARCHITECTURE.md"), "utf8");
  const table = /^\|[^\n]*may import[^\n]*\n(?:\|[^\n]*\n?)*/m.exec(text)?.[0] ?? "";
  return Math.max(0, table.trim().split("\n").length - 2);
}
