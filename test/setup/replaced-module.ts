import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

interface Resolver {
  _resolveFilename(request: string, ...others: unknown[]): string;
}

/**
 * Whoever requires the package `name` gets the CommonJS module `source`, until this is disposed of; without a source, the
 * package is not there.
 */
export function replaceModule(name: string, source?: string): Disposable {
  const folder = mkdtempSync(join(tmpdir(), "module-"));
  const file = join(folder, "index.cjs");
  if (source !== undefined) writeFileSync(file, source);
  const resolver = Module as unknown as Resolver;
  const original = resolver._resolveFilename.bind(resolver);
  const spy = vi.spyOn(resolver, "_resolveFilename").mockImplementation((request, ...others) => {
    if (request !== name) return original(request, ...others);
    if (source === undefined) throw new Error(`Cannot find module '${name}'`);
    return file;
  });
  return {
    [Symbol.dispose]() {
      spy.mockRestore();
      // Else Node gives the same to whoever requires the name again.
      delete createRequire(import.meta.url).cache[file];
      rmSync(folder, { recursive: true });
    },
  };
}
