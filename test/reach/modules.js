import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";

/**
 * @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Node
 * @typedef {{ file: string, isType: boolean }} Import - of a file under the same root
 * @typedef {{ file: string, lines: number, code: number, importLines: number, imports: Import[] }} Module
 */

/** Parses every TypeScript file under `root`. @param {string} root @returns {Module[]} */
export function modulesOf(root) {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted()
    .map((file) => moduleOf(file, readFileSync(join(root, file), "utf8")));
}

/** @param {string} file @param {string} source @returns {Module} */
function moduleOf(file, source) {
  const { program, comments } = parseSync(file, source);
  const statements = /** @type {Node[]} */ (/** @type {unknown} */ (program.body));
  const withImports = without(source, comments);
  const code = without(withImports, statements.filter(isImport));
  return {
    file,
    lines: source.split("\n").length - 1,
    code: filledLines(code),
    importLines: filledLines(withImports) - filledLines(code),
    imports: importsIn(statements).map((one) => ({ ...one, file: join(file, "..", one.file) })),
  };
}

/** Blanks out these parts of a source. @param {string} source @param {{ start: number, end: number }[]} parts */
function without(source, parts) {
  return parts.reduce(
    (text, { start, end }) =>
      text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, " ") + text.slice(end),
    source,
  );
}

/** @param {string} text */
function filledLines(text) {
  return text.split("\n").filter((line) => line.trim() !== "").length;
}

/** `import` and `export … from`. @param {Node} node */
function isImport({ type, source }) {
  return type === "ImportDeclaration" || (type.startsWith("Export") && Boolean(source));
}

/**
 * Returns the files that these parts reference through `import`, `export … from`, `import()` or `import("…").Type`.
 * @param {unknown} part
 * @returns {Import[]}
 */
function importsIn(part) {
  if (typeof part !== "object" || part === null) return [];
  const below = Object.values(part).flatMap(importsIn);
  const { type, source, importKind, exportKind } = /** @type {Partial<Node>} */ (part);
  const specifier = /** @type {{ value?: unknown } | null | undefined} */ (source)?.value;
  if (typeof specifier !== "string" || !specifier.startsWith(".")) return below;
  const isType = type === "TSImportType" || importKind === "type" || exportKind === "type";
  return [{ file: specifier.replace(/\?\w+$/, ""), isType }, ...below];
}
