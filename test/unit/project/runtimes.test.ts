import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readTable } from "../../setup/markdown-table.ts";

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");

it("lists exactly the runtimes of test/install/run in the README's table", () => {
  const named = readTable(read("README.md"), "Supported systems")
    .filter(([, , mainJob]) => mainJob === "runs")
    .flatMap(([, runtimes = ""]) => runtimes.split(", "))
    .filter((runtime) => /\d/.test(runtime))
    .map((runtime) => runtime.replace("Node ", ""));
  const script = read("test/install/run");
  const nodes = [...script.matchAll(/:node-linux-\w+@(\d+)\./g)].map(([, major]) => major);
  const others = [...script.matchAll(/(bun|deno)\S*@(\d+\.\d+)\./g)].map(
    ([, name = "", version]) => `${name[0]?.toUpperCase()}${name.slice(1)} ${version}`,
  );
  expect(new Set(named)).toEqual(new Set([...nodes, ...others]));
  expect(named.length).toBeGreaterThan(6);
});

it("compiles a program in test/install that imports each of the package's entries", () => {
  const entries = Object.keys(JSON.parse(read("package.json")).exports).filter(
    (one) => !/json$|\*$/.test(one),
  );
  const program = read("test/install/game.ts");
  expect(entries.filter((one) => !program.includes(`"slashpass${one.slice(1)}"`))).toEqual([]);
  expect(entries.length).toBeGreaterThan(10);
});
