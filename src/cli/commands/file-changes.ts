import { existsSync, type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import type { Settings } from "../settings/settings.ts";
import { readSource } from "./find-place.ts";

/** Editors write a file in several steps. */
const settleMs = 50;

/** What a person's commands are made from. */
type Sources = Pick<Settings, "commandsFile" | "languagesFolder">;

/**
 * Yields at once, then after each change of the file with the commands, of one of one's own that it imports, or of a language,
 * until `signal`. Nothing is missed while the one who asks is busy.
 */
export async function* fileChanges(sources: Sources, signal: AbortSignal): AsyncGenerator<void> {
  let seen: string | undefined = fingerprintOf(sources);
  while (seen !== undefined) {
    yield;
    seen = await nextState(sources, seen, signal);
  }
}

/** The file and its imports, as far as they can be read. */
export function filesOf(path: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(path)) return known;
  known.add(path);
  try {
    for (const needed of readSource(path).needs) filesOf(needed, known);
  } catch {
    // It is half written, or gone: its imports are seen when it is back.
  }
  return known;
}

function languageFilesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    // It is gone, or no folder: those who read the languages say so.
    return [];
  }
}

function fingerprintOf({ commandsFile, languagesFolder }: Sources): string {
  const languages = languagesFolder === undefined ? [] : languageFilesOf(languagesFolder);
  return [...filesOf(commandsFile), ...languages]
    .map((file) => {
      const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return `${file} ${mtimeMs} ${size}`;
    })
    .join("\n");
}

function foldersOf({ commandsFile, languagesFolder }: Sources): ReadonlySet<string> {
  const folders = new Set([...filesOf(commandsFile)].map((file) => dirname(file)));
  if (languagesFolder !== undefined) folders.add(languagesFolder).add(dirname(languagesFolder));
  return folders;
}

/** @returns undefined at the end. */
function nextState(sources: Sources, seen: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const watchers: FSWatcher[] = [];
    let timer: NodeJS.Timeout | undefined;
    const finish = (state: string | undefined): void => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      signal.removeEventListener("abort", stop);
      resolve(state);
    };
    const stop = (): void => finish(undefined);
    const compare = (): void => {
      const now = fingerprintOf(sources);
      if (now !== seen) finish(now);
    };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(compare, settleMs);
    };
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    const folders = foldersOf(sources);
    // Folders, since editors put a new file in the place of the old one.
    for (const folder of folders) if (existsSync(folder)) watchers.push(watch(folder, wait));
    wait();
  });
}
