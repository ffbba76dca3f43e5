import { expect, test } from "vitest";
import { rules } from "../../../../src/commands/index.ts";
import { inputOf, ruleCases, validateCase } from "../../../setup/commands/rule-cases.ts";

test("every rule has at least one valid and one invalid case", () => {
  const covered = ruleCases.filter(({ valid, invalid }) => valid.length > 0 && invalid.length > 0);
  expect([...new Set(covered.map(({ rule }) => rule))].toSorted()).toEqual(Object.keys(rules).toSorted());
});

test.each(ruleCases)("$file: what keeps the rule gives no error, and no finding of the rule", (cases) => {
  for (const input of cases.valid) {
    const findings = validateCase(cases, input);
    expect(findings.filter(({ severity, rule }) => severity === "error" || rule === cases.rule)).toEqual([]);
  }
});

test.each(ruleCases)("$file: what breaks the rule is found at its path", (cases) => {
  for (const one of cases.invalid) {
    const findings = validateCase(cases, inputOf(one));
    expect(findings).toContainEqual(
      expect.objectContaining({
        rule: cases.rule,
        path: one.path,
        severity: expect.stringMatching(/^(error|warning)$/),
        value: expect.stringMatching(/./),
        message: expect.stringMatching(/^\S.*\.$/),
        fix: expect.stringMatching(/^\S.*[.?]$/),
      }),
    );
  }
});
