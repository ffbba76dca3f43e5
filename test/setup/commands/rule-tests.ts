import { expect, test } from "vitest";
import type { RuleId } from "../../../src/commands/rules/grades.ts";
import { inputOf, ruleCases, validateCase } from "./rule-cases.ts";

/** Tests rules against their data files: valid inputs cause no finding; invalid inputs cause a finding at the expected path. */
export function testRules(): void {
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
}

/** Formats findings as `rule at path`. */
export function formatFindings(
  findings: readonly { readonly rule: RuleId; readonly path: string }[],
): string[] {
  return findings.map(({ rule, path }) => `${rule} at ${path || "the whole"}`);
}
