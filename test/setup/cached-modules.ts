import { readFileSync } from "node:fs";
import type { Plugin } from "vitest/config";

const root = new URL("../..", import.meta.url).pathname;
const compilerOptions = readFileSync(`${root}tsconfig.json`, "utf8");

/**
 * Makes the cache of transformed modules (`experimental.fsModuleCache`) depend on the compiler options. Does not cache bundled
 * programs, which consist of several files, and files outside the project, which tests create under a new name each time.
 */
export function cachedModules(): Plugin {
  return {
    name: "cached-modules",
    configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
      define(({ id }) =>
        id.startsWith(root) && !/\?(?:program|thread)$/.test(id) ? compilerOptions : false,
      ),
  };
}
