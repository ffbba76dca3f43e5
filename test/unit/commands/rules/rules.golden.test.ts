import { expect, test } from "vitest";
import { rules } from "../../../../src/commands/index.ts";
import { inputOf, ruleCases, validateCase } from "../../../setup/commands/rule-cases.ts";

test("has at least one valid and one invalid case per rule", () => {
  const covered = ruleCases.filter(({ valid, invalid }) => valid.length > 0 && invalid.length > 0);
  expect([...new Set(covered.map(({ rule }) => rule))].toSorted()).toEqual(Object.keys(rules).toSorted());
});

test.each(ruleCases)("accepts the valid commands in $file", (cases) => {
  for (const input of cases.valid) {
    const findings = validateCase(cases, input);
    const bad = findings.filter(({ severity, rule }) => severity === "error" || rule === cases.rule);
    expect(bad).toEqual([]);
  }
});

test.each(ruleCases)("reports the violations in $file at the expected paths", (cases) => {
  for (const one of cases.invalid) {
    const findings = validateCase(cases, inputOf(one));
    expect(findings).toContainEqual(
      expect.objectContaining({
        rule: cases.rule,
        path: one.path,
        severity: expect.stringMatching(/^(error|warning)$/),
        value: expect.not.stringMatching(/^undefined$/),
        message: expect.stringMatching(/^\S.*\.$/),
        fix: expect.stringMatching(/^\S.*[.?]$/),
      }),
    );
  }
});
