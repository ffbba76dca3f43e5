import { existsSync, type FSWatcher, statSync, watch } from "node:fs";
import { dirname } from "node:path";
import { readSource } from "./find-place.ts";

/** Editors write a file in several steps. */
const settleMs = 50;

/**
 * Yields at once, then after each change of the file or of one of one's own that it imports, until `signal`. Nothing is missed
 * while the one who asks is busy.
 */
export async function* fileChanges(path: string, signal: AbortSignal): AsyncGenerator<void> {
  let seen: string | undefined = fingerprintOf(filesOf(path));
  while (seen !== undefined) {
    yield;
    seen = await nextState(path, seen, signal);
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

function fingerprintOf(files: ReadonlySet<string>): string {
  return [...files]
    .map((file) => {
      const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return `${file} ${mtimeMs} ${size}`;
    })
    .join("\n");
}

/** @returns undefined at the end. */
function nextState(path: string, seen: string, signal: AbortSignal): Promise<string | undefined> {
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
      const now = fingerprintOf(filesOf(path));
      if (now !== seen) finish(now);
    };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(compare, settleMs);
    };
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    const folders = new Set([...filesOf(path)].map((file) => dirname(file)));
    // Folders, since editors put a new file in the place of the old one.
    for (const folder of folders) if (existsSync(folder)) watchers.push(watch(folder, wait));
    wait();
  });
}
