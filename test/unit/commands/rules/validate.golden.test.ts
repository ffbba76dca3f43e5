import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rules } from "../../../../src/commands/index.ts";
import { ruleCases } from "../../../setup/commands/rule-cases.ts";

test("has at least one valid and one invalid case per rule", () => {
  const covered = ruleCases.filter(({ valid, invalid }) => valid.length > 0 && invalid.length > 0);
  expect([...new Set(covered.map(({ rule }) => rule))].toSorted()).toEqual(Object.keys(rules).toSorted());
});

test("runs the cases of each rule in exactly one test file", () => {
  const folder = new URL("./", import.meta.url);
  const run = readdirSync(folder).flatMap((file) => {
    const calls = readFileSync(new URL(file, folder), "utf8").matchAll(/^testRules\(([^)]*)\);$/gm);
    return [...calls].flatMap(([, ids = ""]) => [...ids.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => id));
  });
  expect(run.toSorted()).toEqual(Object.keys(rules).toSorted());
});
