import { realpathSync } from "node:fs";
// Not by its name, which webpack would take for a `require` of its own.
import nodeModule from "node:module";
import { join } from "node:path";
import {
  type Foreign,
  foldersAbove,
  foreignOwner,
  isIn,
  lookAt,
  type Search,
  searchFrom,
  ownFile,
} from "./ownership.ts";

/** The place of a module, and the nearer candidates that belong to another user. */
export interface FoundModule {
  readonly file: string | undefined;
  readonly refused: readonly Foreign[];
}

/**
 * The file of an installed module, by Node's own rules (Plug'n'Play changes them): as this code would import it, else as a module
 * beside the running program would, for a program in one file. Above the running files' own package, files of another user are
 * passed over.
 *
 * Resolved on first use: bundlers move this code, and a bundle fails at once on a module that is resolved at import.
 */
export function findModule(
  name: string,
  files: readonly (string | undefined)[] = [ownFile(), process.execPath],
): FoundModule {
  const search = searchFrom(files);
  const refused: Foreign[] = [];
  for (const from of files) {
    const file = from === undefined ? undefined : findFrom(from, name, search, refused);
    if (file !== undefined) return { file, refused };
  }
  return { file: undefined, refused };
}

function findFrom(from: string, name: string, search: Search, refused: Foreign[]): string | undefined {
  const [packageName = name] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
  const passed: string[] = [];
  for (const folder of foldersAbove(from)) {
    const place = join(folder, "node_modules", packageName);
    if (!lookAt(place)) continue;
    // Resolved from here, so that nothing nearer comes first.
    const file = resolveFrom(join(folder, "any"), name);
    const isFromHere = file !== undefined && isIn(file, trueOf(place));
    const foreign = foreignOwner(place, search, isFromHere ? file : place);
    if (!foreign && isFromHere) return file;
    if (!foreign) continue;
    refused.push(foreign);
    passed.push(trueOf(place));
  }
  // Places off the way up: NODE_PATH, Plug'n'Play.
  const file = resolveFrom(from, name);
  return file === undefined || passed.some((place) => isIn(file, place)) ? undefined : file;
}

function resolveFrom(file: string, name: string): string | undefined {
  try {
    return nodeModule.createRequire(file).resolve(name);
  } catch {
    return undefined;
  }
}

/** @returns the path itself for a link that leads nowhere. */
function trueOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
