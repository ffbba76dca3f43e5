import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");

it("has a reason for each dependency", () => {
  const { dependencies, devDependencies, peerDependencies } = JSON.parse(read("package.json")) as Record<
    string,
    object
  >;
  const names = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
  const reasons = read("CONTRIBUTING.md");
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
});

it("has the newest version of the changelog", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(/^## (\S+)/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
});

it("shows five token failures in the README exactly as in docs/token-failures.md", () => {
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

/** Removes the formatter's padding. */
function cellsOf(row: string): string[] {
  return row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
