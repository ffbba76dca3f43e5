import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");

it("gives a reason for each dependency", () => {
  const { dependencies, devDependencies, peerDependencies } = JSON.parse(read("package.json")) as Record<
    string,
    object
  >;
  const names = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
  const reasons = read("CONTRIBUTING.md");
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
});

it("has the changelog's newest version", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(/^## (\S+)/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
});

it("shows five failures of the token operations in the README as their own test has written them down", () => {
  const rows = (text: string) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .map(cellsOf);
  const all = rows(read("docs/token-failures.md"));
  const shown = rows(/^## When a token operation fails$[^]*?(?=^## )/m.exec(read("README.md"))?.[0] ?? "");
  expect(shown).toHaveLength(2 + 5);
  expect(all).toEqual(expect.arrayContaining(shown.filter((cells) => !/^-+$/.test(cells[0] ?? ""))));
});

/** The formatter pads cells; their text counts. */
function cellsOf(row: string): string[] {
  return row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
