import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { PathKey } from "slashpass/commands";
import { isObject } from "../../core/check/readers.ts";
import { mapConcurrently } from "../../core/concurrently.ts";
import { readProblem } from "../../core/resolve/read-file.ts";
import { misunderstood } from "../frame/failure.ts";
import { refusePlanted } from "../settings/config-file.ts";

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function entriesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .toSorted();
}

function isCommandFile(path: string): boolean {
  const name = basename(path);
  return /\.(?:[mc]?[jt]s|json)$/.test(name) && !/^\.|\.d\.[mc]?ts$/.test(name) && !isFolder(path);
}

/** @throws Failure `file_unreadable` for an empty folder, because applying it would delete all commands. */
function commandFilesIn(folder: string): readonly string[] {
  let reason = "it contains no JavaScript, TypeScript or JSON files";
  try {
    const files = entriesBelow(folder).filter(isCommandFile);
    if (files.length > 0) return files;
  } catch (error) {
    reason = readProblem(error);
  }
  throw misunderstood(
    `The commands folder ${folder} cannot be loaded: ${reason}.`,
    "Check the path, and put each command in its own file.",
    "file_unreadable",
  );
}

export interface FolderCommand {
  readonly file: string;
  readonly definition: unknown;
  readonly above: readonly PathKey[];
}

/** Limits the number of threads and signal listeners. */
const filesAtOnce = 2;

export function loadFolder(
  folder: string,
  load: (file: string) => Promise<unknown>,
): Promise<readonly FolderCommand[]> {
  return mapConcurrently(commandFilesIn(folder), filesAtOnce, async (file) => {
    refusePlanted(file, "If you trust it, take ownership with chown.");
    return { file, ...definitionIn(await load(file), file) };
  });
}

/** Accepts a definition, `{ data, execute }` as in discord.js, or the result of `defineCommand`. */
function definitionIn(exported: unknown, file: string): Omit<FolderCommand, "file"> {
  if (isObject(exported)) {
    const { data, body } = exported;
    if (isObject(data)) return { definition: data, above: ["data"] };
    if (isObject(body)) return { definition: body, above: [] };
    if (data === undefined) return { definition: exported, above: [] };
  }
  throw misunderstood(
    `${file} does not export a command.`,
    "Export a definition, or { data, execute } as in discord.js. Move other modules out of the commands folder.",
    "file_unreadable",
  );
}
