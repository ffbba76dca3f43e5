import { expect, test } from "vitest";
import { done, refused } from "../../fixtures/documents/row.ts";
import { findProblems } from "../../setup/documents/evidence.ts";

const here = "unit/setup/evidence.test.ts";
const kept = `${here} › what is there and run is fine`;

test("what is there and run is fine", () => {
  expect(findProblems(done("index.ts, client.ts", kept, "rule set-count"))).toEqual([]);
  expect(findProblems(refused("client.ts", `${here} › a refusal needs a test of it`))).toEqual([]);
});

test.each([
  [done("index.ts"), "no test"],
  [done("gone.ts", kept), "no file src/gone.ts"],
  [done("index.ts", `${here} › what is gone`), `no test ${here} › what is gone`],
  [done("index.ts", "unit/gone.test.ts › x"), "no test file test/unit/gone.test.ts"],
  [done("index.ts", "setup/cases.ts › cases"), "no test file test/setup/cases.ts"],
  [done("index.ts", "rule no-such-rule"), "no cases of rule no-such-rule"],
  [refused("index.ts", kept), "no test of the refusal"],
  [
    done("index.ts", "unit/store/runtime-folder.test.ts › that belongs to somebody else is not used"),
    "left out by CI: unit/store/runtime-folder.test.ts › that belongs to somebody else is not used",
  ],
])("of %j the problem is: %s", (row, problem) => {
  expect(findProblems(row)).toEqual([problem]);
});

test("a refusal needs a test of it", () => {
  expect(() => JSON.parse("{")).toThrow(SyntaxError);
});
