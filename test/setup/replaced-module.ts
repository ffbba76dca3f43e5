import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

interface Resolver {
  _resolveFilename(request: string, ...others: unknown[]): string;
}

/**
 * Makes `require(name)` load the CommonJS module `source` until disposed. Without `source`, the package appears to be missing.
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
      // Prevents Node from returning the cached module the next time the name is required.
      delete createRequire(import.meta.url).cache[file];
      rmSync(folder, { recursive: true });
    },
  };
}
