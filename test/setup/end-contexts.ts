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
 * Disables the async context stores that a file's tests used. Once a store is used, for example by a request to the authorization
 * server, Node 20 tracks every promise in the process, including those of later files.
 */
export function endContexts(): void {
  afterAll(() => {
    for (const one of used) one.disable();
    used.clear();
  });
}
