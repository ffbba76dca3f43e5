import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Loads an entry's source through `package.json`, which works even after files are moved: `await entryOf(folder, "./commands")`.
 *
 * @param {string} folder
 * @param {string} name
 */
export function entryOf(folder, name) {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = exports[name].default.replace("/dist/", "/src/").replace(/\.js$/, ".ts");
  return import(pathToFileURL(join(folder, file)).href);
}
