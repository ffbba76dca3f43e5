// Users need only the entries' declarations and the declarations that these import.
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import manifest from "../package.json" with { type: "json" };

const root = new URL("../", import.meta.url);

/** Deletes the declarations in dist that no entry imports. */
export function removeInternalDeclarations() {
  renamePreloadDeclaration();
  const visited = new Set(Object.values(manifest.exports).flatMap((entry) => reachedFrom(entry)));
  const dist = new URL("dist/", root);
  for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const file = new URL(path.replaceAll("\\", "/"), dist);
    if (path.endsWith(".d.ts") && !visited.has(file.href)) rmSync(fileURLToPath(file));
  }
}

/** A CommonJS file needs a `.d.cts`. TypeScript writes a `.d.ts`, because the source is an ES module. */
function renamePreloadDeclaration() {
  const [from, to] = ["preload.d.ts", "preload.d.cts"].map((name) => new URL(`dist/electron/${name}`, root));
  renameSync(/** @type {URL} */ (from), /** @type {URL} */ (to));
}

/** @param {string | { types?: string }} entry */
function reachedFrom(entry) {
  /** @type {Set<string>} */
  const visited = new Set();
  if (typeof entry === "object" && entry.types !== undefined) visit(new URL(entry.types, root), visited);
  return [...visited];
}

/**
 * @param {URL} file
 * @param {Set<string>} visited
 */
function visit(file, visited) {
  if (visited.has(file.href)) return;
  visited.add(file.href);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g))
    visit(new URL(path.replace(/\.[jt]s$/, ".d.ts"), file), visited);
}
