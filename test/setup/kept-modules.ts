import { readFileSync } from "node:fs";
import type { Plugin } from "vitest/config";

const compilerOptions = readFileSync(new URL("../../tsconfig.json", import.meta.url), "utf8");

/**
 * What modules are kept under from one quick run to the next, beside their own text and Vitest's settings. A
 * program in a text is made of several files, and never kept.
 */
export function keyOfKept({ id }: { readonly id: string }): string | false {
  return /\?(?:program|thread)$/.test(id) ? false : compilerOptions;
}

/** Makes it safe to keep modules as they were transformed (`experimental.fsModuleCache`). */
export function keptModules(): Plugin {
  return {
    name: "kept-modules",
    configureVitest: ({ experimental_defineCacheKeyGenerator: define }) => define(keyOfKept),
  };
}
