import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");

it("states a reason for each dependency in CONTRIBUTING.md", () => {
  const { dependencies, devDependencies, peerDependencies } = JSON.parse(read("package.json")) as Record<
    string,
    object
  >;
  const names = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
  const reasons = read("CONTRIBUTING.md");
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
});

it("uses the changelog's newest version in package.json", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(/^## (\S+)/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
});
