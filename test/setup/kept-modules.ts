import { readFileSync } from "node:fs";
import type { Plugin } from "vitest/config";

const compilerOptions = readFileSync(new URL("../../tsconfig.json", import.meta.url), "utf8");

/**
 * The extra cache key for transformed modules, besides their source and Vitest's settings. A bundled program consists of several
 * files and is never cached.
 */
export function keyOfKept({ id }: { readonly id: string }): string | false {
  return /\?(?:program|thread)$/.test(id) ? false : compilerOptions;
}

/** Makes the cache of transformed modules (`experimental.fsModuleCache`) reliable. */
export function keptModules(): Plugin {
  return {
    name: "kept-modules",
    configureVitest: ({ experimental_defineCacheKeyGenerator: define }) => define(keyOfKept),
  };
}
