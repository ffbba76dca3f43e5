import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll } from "vitest";

const storage = AsyncLocalStorage.prototype as unknown as { run: (...args: unknown[]) => unknown };
const { run } = storage;
const used = new Set<AsyncLocalStorage<unknown>>();

function runAndNote(this: AsyncLocalStorage<unknown>, ...args: unknown[]): unknown {
  used.add(this);
  return Reflect.apply(run, this, args);
}

storage.run = runAndNote;

/**
 * Ends what the file's tests kept beside their asynchronous work, as the authorization server does for each request: from
 * the first one on, Node 20 follows every promise of the process, those of later files too.
 */
export function endContexts(): void {
  afterAll(() => {
    for (const one of used) one.disable();
    used.clear();
  });
}
