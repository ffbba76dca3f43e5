import { expect, test } from "vitest";
import { checkChoices } from "../../../../src/commands/rules/choices.ts";
import { Visit } from "../../../../src/commands/rules/visit.ts";
import { formatPath } from "../../../../src/core/request/path.ts";
import { formatFindings } from "../../../setup/commands/rule-cases.ts";

function findingsIn(choices: unknown, type: 3 | 4 | 10 = 3): string[] {
  const visit = new Visit({ profile: "spec" }, formatPath);
  checkChoices(visit, choices, type);
  return formatFindings(visit.findings);
}

test("counts a string value in characters and checks a number against the option type", () => {
  expect(findingsIn([{ name: "Long", value: "💜".repeat(100) }])).toEqual([]);
  expect(findingsIn([{ name: "Half", value: 0.5 }], 10)).toEqual([]);
  expect(findingsIn([{ name: "Half", value: 0.5 }], 4)).toEqual(["choice-value-type at choices[0].value"]);
  expect(findingsIn([{ name: "None", value: Number.NaN }], 10)).toEqual([
    "choice-value-type at choices[0].value",
  ]);
  expect(findingsIn([{ name: "All", value: Infinity }], 4)).toEqual([
    "choice-value-range at choices[0].value",
  ]);
});

test("limits comparisons among a million choices", () => {
  const many = Array.from({ length: 1_000_000 }, () => ({ name: "Red", value: "r" }));
  expect(findingsIn(many).filter((path) => path.includes("unique"))).toHaveLength(2 * 24);
});
