import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const entry = new URL("../../../src/interactions/index.ts", import.meta.url);

/** Everything a module loads at run time, type imports left out, by walking its files. */
function loadedBy(module: URL, seen: Map<string, string[]> = new Map()): Map<string, string[]> {
  if (seen.has(module.href)) return seen;
  const text = readFileSync(module, "utf8");
  const statements = text.matchAll(/^(?:import|export) (?!type )[^;]*? from "([^"]+)";/gm);
  const specifiers = Array.from(statements, ([, specifier = ""]) => specifier);
  seen.set(module.href, specifiers);
  for (const specifier of specifiers)
    if (specifier.startsWith(".")) loadedBy(new URL(specifier, module), seen);
  return seen;
}

test("the entry loads no module of Node and no package, so it runs on edge runtimes", () => {
  const loaded = loadedBy(entry);
  expect(loaded.size).toBeGreaterThan(30);
  expect([...loaded.values()].flat().filter((specifier) => !specifier.startsWith("."))).toEqual([]);
});
