import { readFileSync } from "node:fs";
import type { Plugin } from "vitest/config";

const compilerOptions = readFileSync(new URL("../../tsconfig.json", import.meta.url), "utf8");

/**
 * Makes the cache of transformed modules (`experimental.fsModuleCache`) depend on the compiler options. Does not cache bundled
 * programs, which consist of several files.
 */
export function cachedModules(): Plugin {
  return {
    name: "cached-modules",
    configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
      define(({ id }) => (/\?(?:program|thread)$/.test(id) ? false : compilerOptions)),
  };
}
