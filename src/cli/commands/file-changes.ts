import { existsSync, type FSWatcher, statSync, watch } from "node:fs";
import { dirname } from "node:path";
import { readSource } from "./find-place.ts";

/** Editors write a file in several steps. */
const settleMs = 50;

/**
 * Yields at once, then after each change of a file or of one of one's own that it imports, until `signal`. Nothing is missed
 * while the one who asks is busy.
 */
export async function* fileChanges(paths: readonly string[], signal: AbortSignal): AsyncGenerator<void> {
  let seen: string | undefined = fingerprintOf(filesOf(paths));
  while (seen !== undefined) {
    yield;
    seen = await nextState(paths, seen, signal);
  }
}

/** The files and their imports, as far as they can be read. */
export function filesOf(paths: readonly string[], known = new Set<string>()): ReadonlySet<string> {
  for (const path of paths) {
    if (known.has(path)) continue;
    known.add(path);
    try {
      filesOf(readSource(path).needs, known);
    } catch {
      // It is half written, or gone: its imports are seen when it is back.
    }
  }
  return known;
}

function fingerprintOf(files: ReadonlySet<string>): string {
  return [...files]
    .map((file) => {
      const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return `${file} ${mtimeMs} ${size}`;
    })
    .join("\n");
}

/** @returns undefined at the end. */
function nextState(paths: readonly string[], seen: string, signal: AbortSignal): Promise<string | undefined> {
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
      const now = fingerprintOf(filesOf(paths));
      if (now !== seen) finish(now);
    };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(compare, settleMs);
    };
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    const folders = new Set([...filesOf(paths)].map((file) => dirname(file)));
    // Folders, since editors put a new file in the place of the old one.
    for (const folder of folders) if (existsSync(folder)) watchers.push(watch(folder, wait));
    wait();
  });
}
