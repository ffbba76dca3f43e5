import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../../", import.meta.url).pathname;

// Excludes tests under Wine, which Node's own runner runs, and the benchmarks and measurements (reach) that developers run
// manually.
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter(
    (name) =>
      /\.[jt]s$/.test(name) &&
      !/^(setup|windows|bench|reach|mutation|unit\/setup|(?:clients|bundlers|electron|runners)\/node_modules)\//.test(
        name,
      ),
  )
  .map((name) => ({ name, text: readFileSync(folder + name, "utf8") }));

it.each([
  ["declares its requirements with needs()", /\.(?:skipIf|runIf|skip|todo)\(/],
  ["starts programs with test/setup/child-process.ts", /^import (?!type ).* from "node:child_process"/m],
  ["starts its browser with useChromium()", /\bchromium\.launch\(/],
  ["loads modules anew with loadModulesAnew(), which restores other tests' modules", /\bvi\.resetModules\(/],
  ["waits with until() or expect.poll, whose limits are defined in one place", /\bvi\.wait(?:For|Until)\(/],
])("every test %s", (_rule, forbidden) => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(({ text }) => forbidden.test(text)).map(({ name }) => name)).toEqual([]);
});
