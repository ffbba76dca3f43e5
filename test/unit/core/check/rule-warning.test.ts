import { expect, it } from "vitest";
import { ruleWarning } from "../../../../src/core/check/rule-warning.ts";

it.each([
  ["a field", "name", 'name: "Ping" is not in lower case. Write "ping". [lower-case]'],
  ["the whole list", "", 'the whole: "Ping" is not in lower case. Write "ping". [lower-case]'],
])("describes a finding about %s", (_, path, message) => {
  const finding = {
    path,
    value: '"Ping"',
    message: "is not in lower case.",
    fix: 'Write "ping".',
    rule: "lower-case",
  };
  expect(ruleWarning(finding)).toEqual({ code: "rule", message, finding });
});
