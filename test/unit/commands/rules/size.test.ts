import { expect, test } from "vitest";
import { formatPath } from "../../../../src/api/path.ts";
import { checkSize } from "../../../../src/commands/rules/size.ts";
import { Visit } from "../../../../src/commands/rules/visit.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules("command-size", "command-size-numbers");

function placesIn(command: Readonly<Record<string, unknown>>): string[] {
  const visit = new Visit("spec", formatPath);
  checkSize(visit, command);
  return placesOf(visit.findings);
}

test("characters are counted, not UTF-16 units", () => {
  expect(placesIn({ name: "💜".repeat(8000) })).toEqual([]);
  expect(placesIn({ name: "💜".repeat(8001) })).toEqual(["command-size at the whole"]);
});

test("of a text and its translations the longest counts", () => {
  const long = { de: "d".repeat(8000), fr: "f", ja: 5 };
  expect(placesIn({ name: "n", name_localizations: long })).toEqual([]);
  expect(placesIn({ name: "n", name_localizations: { ...long, de: "d".repeat(8001) } })).toEqual([
    "command-size at the whole",
  ]);
});

test("numbers are counted as they are written, and may not be counted at all", () => {
  const choices = [{ name: "n", value: 123 }];
  expect(placesIn({ name: "n".repeat(7996), options: [{ choices }] })).toEqual([]);
  expect(placesIn({ name: "n".repeat(7997), options: [{ choices }] })).toEqual([
    "command-size-numbers at the whole",
  ]);
});

test("what holds itself comes to an end", () => {
  const circle: Record<string, unknown> = { name: "n" };
  circle["options"] = [circle, circle, 5, null];
  expect(placesIn(circle)).toEqual([]);
});
