import { expect, test } from "vitest";
import { checkChoices } from "../../../../src/commands/rules/choices.ts";
import { Visit } from "../../../../src/commands/rules/visit.ts";
import { formatPath } from "../../../../src/core/request/path.ts";
import { formatFindings } from "../../../setup/commands/rule-tests.ts";

function findingsIn(choices: unknown, type: 3 | 4 | 10 = 3): string[] {
  const visit = new Visit({ profile: "spec" }, formatPath);
  checkChoices(visit, choices, type);
  return formatFindings(visit.findings);
}

test("reports a value that is not a list and entries that are not choices", () => {
  expect(findingsIn("red")).toEqual(["field-type at choices"]);
  expect(findingsIn(["red", null])).toEqual(["field-type at choices[0]", "field-type at choices[1]"]);
  expect(findingsIn([{ value: "r" }])).toEqual(["name-required at choices[0].name"]);
});

test("accepts fields that the service adds, but reports other unknown fields", () => {
  expect(findingsIn([{ name: "Red", value: "r", name_localized: "Rot" }])).toEqual([]);
  expect(findingsIn([{ name: "Red", value: "r", color: 1 }])).toEqual(["unknown-field at choices[0].color"]);
});

test("applies a name's limit to its localizations", () => {
  const choice = { name: "Red", value: "r", name_localizations: { de: "r".repeat(101) } };
  expect(findingsIn([choice])).toEqual(['choice-name-length at choices[0].name_localizations["de"]']);
});

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
