import { realpathSync } from "node:fs";
// webpack treats a named `createRequire` import specially.
import nodeModule from "node:module";
import { join } from "node:path";
import {
  type ForeignFile,
  foldersAbove,
  foreignOwner,
  isIn,
  statIfExists,
  type FileSearch,
  searchFrom,
  ownFile,
} from "./ownership.ts";

export interface FoundModule {
  readonly file: string | undefined;
  readonly refused: readonly ForeignFile[];
}

/**
 * Finds an installed module's file according to Node's resolution rules (which Plug'n'Play changes). Searches from this file and
 * then, for single-file programs, from the running program. Skips other users' files unless they are in a running file's own
 * package.
 *
 * Modules are resolved on first use, because importing one would fail in a bundle that lacks it.
 */
export function findModule(
  name: string,
  files: readonly (string | undefined)[] = [ownFile(), process.execPath],
): FoundModule {
  const search = searchFrom(files);
  const refused: ForeignFile[] = [];
  for (const from of files) {
    const file = from === undefined ? undefined : findFrom(from, name, search, refused);
    if (file !== undefined) return { file, refused };
  }
  return { file: undefined, refused };
}

function findFrom(
  from: string,
  name: string,
  search: FileSearch,
  refused: ForeignFile[],
): string | undefined {
  const [packageName = name] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
  const passed: string[] = [];
  for (const folder of foldersAbove(from)) {
    const installed = join(folder, "node_modules", packageName);
    if (!statIfExists(installed)) continue;
    // Starts at this directory. Starting at `from` would find a module in a closer directory first.
    const file = resolveFrom(join(folder, "any"), name);
    const isFromHere = file !== undefined && isIn(file, trueOf(installed));
    const foreign = foreignOwner(installed, search, isFromHere ? file : installed);
    if (!foreign && isFromHere) return file;
    if (!foreign) continue;
    refused.push(foreign);
    passed.push(trueOf(installed));
  }
  // Other locations: NODE_PATH, Plug'n'Play.
  const file = resolveFrom(from, name);
  return file === undefined || passed.some((installed) => isIn(file, installed)) ? undefined : file;
}

function resolveFrom(file: string, name: string): string | undefined {
  try {
    return nodeModule.createRequire(file).resolve(name);
  } catch {
    return undefined;
  }
}

/** @returns The path itself if the link is broken. */
function trueOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
