import { expect, test } from "vitest";
import { done, refused } from "../../fixtures/documents/row.ts";
import { findProblems } from "../../setup/documents/evidence.ts";

const here = "unit/setup/evidence.test.ts";
const kept = `${here} › what is there and run is fine`;

test("what is there and run is fine", () => {
  expect(findProblems(done(kept, "rule set-count"))).toEqual([]);
  expect(findProblems(refused(`${here} › a refusal needs a test of it`))).toEqual([]);
});

test.each([
  [done(), "no test"],
  [done(`${here} › what is gone`), `no test ${here} › what is gone`],
  [done("unit/gone.test.ts › x"), "no test file test/unit/gone.test.ts"],
  [done("setup/cases.ts › cases"), "no test file test/setup/cases.ts"],
  [done("rule no-such-rule"), "no cases of rule no-such-rule"],
  [refused(kept), "no test of the refusal"],
  [
    done("unit/store/runtime-folder.test.ts › that belongs to somebody else is not used"),
    "left out by CI: unit/store/runtime-folder.test.ts › that belongs to somebody else is not used",
  ],
])("of %j the problem is: %s", (row, problem) => {
  expect(findProblems(row)).toEqual([problem]);
});

test("a refusal needs a test of it", () => {
  expect(() => JSON.parse("{")).toThrow(SyntaxError);
});
