import { expect, test } from "vitest";
import { rules } from "../../../../src/commands/index.ts";
import { ruleCases } from "../../../setup/commands/rule-cases.ts";
import { testRules } from "../../../setup/commands/rule-tests.ts";

test("has at least one valid and one invalid case per rule", () => {
  const covered = ruleCases.filter(({ valid, invalid }) => valid.length > 0 && invalid.length > 0);
  expect([...new Set(covered.map(({ rule }) => rule))].toSorted()).toEqual(Object.keys(rules).toSorted());
});

testRules();
