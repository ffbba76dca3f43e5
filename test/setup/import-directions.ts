import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const relativeImport = /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

/** The folder of a file below `root`; for a file at the root itself its name. */
export function roomOf(root: string, file: string): string {
  const path = relative(root, file);
  return path.includes("/") ? dirname(path) : path.replace(/\.tsx?$/, "");
}

/** For each room below `root` the rooms it imports, each with a file that does. */
export function importDirections(root: string): Map<string, Map<string, string>> {
  const directions = new Map<string, Map<string, string>>();
  for (const file of sources(root)) {
    const room = roomOf(root, file);
    const targets = directions.get(room) ?? new Map<string, string>();
    directions.set(room, targets);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(relativeImport)) {
      const target = roomOf(root, join(dirname(file), path));
      if (target !== room) targets.set(target, file);
    }
  }
  return directions;
}

function sources(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(root, path));
}
