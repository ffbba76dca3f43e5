import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const dist = new URL("../../dist/", import.meta.url);

/** What a built entry imports: files of ours, and modules by name; those of `import()` too where `late` is asked for. */
function importsOf(entry: string, late: boolean): { files: Set<string>; modules: Set<string> } {
  const files = new Set<string>();
  const modules = new Set<string>();
  const pattern = late
    ? /^(?:import|export)\b[^;]*?"([^"\n]+)";$|\bimport\("([^"]+)"\)/gm
    : /^(?:import|export)\b[^;]*?"([^"\n]+)";$/gm;
  const visit = (file: URL): void => {
    if (files.has(file.href)) return;
    files.add(file.href);
    for (const [, now, later] of readFileSync(file, "utf8").matchAll(pattern)) {
      const name = now ?? later ?? "";
      if (name.startsWith(".")) visit(new URL(name, file));
      else modules.add(name);
    }
  };
  visit(new URL(`${entry}.js`, dist));
  return { files, modules };
}

/**
 * The entry and the chunks that hold what it shares with others: two, the third for what uses commands, so that the others do
 * not read 80 kB for nothing, and the fourth for what `index` shares with what is loaded late.
 */
const fileCounts = [
  ["index", 5],
  ["commands/index", 3],
  ["commands/file-journal", 2],
  ["events/index", 3],
  ["interactions/index", 3],
  ["resources/index", 3],
] as const;

describe.each(fileCounts)("dist/%s.js", (entry, count) => {
  it(`is ${count} files: each that is imported costs a game's start half a millisecond`, () => {
    expect(importsOf(entry, false).files.size).toBe(count);
  });
});

describe.each(["commands/index", "events/index", "interactions/index", "resources/index"])(
  "dist/%s.js",
  (entry) => {
    // The one package is loaded by `import()`, and is of web standards itself; test/bundlers runs the whole in edge runtimes.
    it("imports no module of Node, neither now nor later", () => {
      expect([...importsOf(entry, true).modules]).toEqual(["oauth4webapi"]);
    });
  },
);

it("The imports of the others are seen", () => {
  expect(importsOf("index", true).modules).toContain("node:crypto");
  expect(importsOf("index", true).modules).toContain("open");
  expect([...importsOf("commands/file-journal", false).modules]).toContain("node:fs/promises");
});

it("What takes Node long to load is not read before somebody signs in", () => {
  const costly = ["crypto", "http", "https", "net", "child_process", "worker_threads", "fs/promises"];
  const read = importsOf("index", false).modules;
  expect(costly.filter((name) => read.has(`node:${name}`))).toEqual([]);
  expect([...read].filter((name) => !name.startsWith("node:"))).toEqual([]);
});
