import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** @type {Map<string, Map<string, Set<string>>>} */
const graphs = new Map();

/**
 * Returns the unit tests that import `file`: those that import it directly, and those that import it through other files.
 *
 * @param {string} root @param {string} file @returns {[string[], string[]]}
 */
export function testsImporting(root, file) {
  const importers = graphs.get(root) ?? readImporters(root);
  graphs.set(root, importers);
  const direct = importers.get(file) ?? new Set();
  const reached = new Set(direct);
  for (const one of reached) for (const importer of importers.get(one) ?? []) reached.add(importer);
  const tests = [...reached].filter((one) => one.startsWith("test/unit/") && one.endsWith(".test.ts"));
  return [tests.filter((test) => direct.has(test)), tests.filter((test) => !direct.has(test))];
}

/** Maps each file to the files that import it. @param {string} root */
function readImporters(root) {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  for (const importer of ["src", "test/unit", "test/setup"].flatMap((directory) =>
    filesIn(root, directory),
  )) {
    const source = readFileSync(join(root, importer), "utf8");
    for (const [, specifier = ""] of source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)) {
      const [alias] = compilerOptions.paths[specifier] ?? [];
      const imported = specifier.startsWith(".") ? join(dirname(importer), specifier) : alias;
      if (imported === undefined) continue;
      const key = normalize(imported);
      importers.set(key, (importers.get(key) ?? new Set()).add(importer));
    }
  }
  return importers;
}

/** @param {string} root @param {string} directory */
function filesIn(root, directory) {
  return readdirSync(join(root, directory), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${directory}/${file}`);
}
