import { expect, test } from "vitest";
import { formatPath } from "../../../../src/core/request/path.ts";
import { checkFilledList, checkList, Visit } from "../../../../src/commands/rules/visit.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules("file-types-unique", "list-empty", "list-unique");

const nothing = () => undefined;

test("reports a value that is not a list", () => {
  const visit = new Visit({}, formatPath);
  expect(checkList(visit, "contexts", "all", nothing)).toBe(false);
  checkFilledList(visit, "contexts", 5, nothing);
  expect(placesOf(visit.findings)).toEqual(["field-type at contexts", "field-type at contexts"]);
});

test("checks every entry at its own path", () => {
  const visit = new Visit({}, formatPath);
  const entries: unknown[] = [];
  const check = (entry: unknown) => {
    entries.push(entry);
    visit.report("contexts-value", undefined, entry);
  };
  expect(checkList(visit, "contexts", [0, 1], check)).toBe(true);
  expect(entries).toEqual([0, 1]);
  expect(placesOf(visit.findings)).toEqual([
    "contexts-value at contexts[0]",
    "contexts-value at contexts[1]",
  ]);
});

test("accepts an absent list and reports an empty one", () => {
  const visit = new Visit({}, formatPath);
  for (const absent of [undefined, null, [0]]) checkFilledList(visit, "contexts", absent, nothing);
  expect(visit.findings).toEqual([]);
  checkFilledList(visit, "contexts", [], nothing);
  expect(placesOf(visit.findings)).toEqual(["list-empty at contexts"]);
});
