import { existsSync, type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import type { Settings } from "../settings/settings.ts";
import { entriesBelow, isFolder } from "./commands-folder.ts";
import { readSource } from "./find-position.ts";

/** How long to wait for further changes, because editors save a file in several steps. */
const settleMs = 50;

type Sources = Partial<Pick<Settings, "languagesFolder">> & { readonly files: readonly string[] };

/** Yields immediately, and then after each change until `signal` aborts. Changes made while the caller is busy are not missed. */
export async function* fileChanges(sources: Sources, signal: AbortSignal): AsyncGenerator<void> {
  let previous: string | undefined = fingerprintOf(sources);
  while (previous !== undefined) {
    yield;
    previous = await nextState(sources, previous, signal);
  }
}

export function filesOf(paths: readonly string[], known = new Set<string>()): ReadonlySet<string> {
  for (const path of paths) {
    if (known.has(path)) continue;
    known.add(path);
    try {
      filesOf(isFolder(path) ? entriesBelow(path) : readSource(path).needs, known);
    } catch {
      // The file is incomplete or missing; the next change triggers another read.
    }
  }
  return known;
}

function languageFilesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function fingerprintOf({ files, languagesFolder }: Sources): string {
  const languages = languagesFolder === undefined ? [] : languageFilesOf(languagesFolder);
  return [...filesOf(files), ...languages]
    .map((file) => {
      const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return `${file} ${mtimeMs} ${size}`;
    })
    .join("\n");
}

function foldersOf({ files, languagesFolder }: Sources): ReadonlySet<string> {
  const folders = new Set([...filesOf(files)].map((file) => (isFolder(file) ? file : dirname(file))));
  if (languagesFolder !== undefined) folders.add(languagesFolder).add(dirname(languagesFolder));
  return folders;
}

function nextState(sources: Sources, previous: string, signal: AbortSignal): Promise<string | undefined> {
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
      if (now !== previous) finish(now);
    };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(compare, settleMs);
    };
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    const folders = foldersOf(sources);
    // Watches directories, because editors replace files when they save.
    for (const folder of folders) if (existsSync(folder)) watchers.push(watch(folder, wait));
    wait();
  });
}
