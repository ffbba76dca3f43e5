import { expect, test } from "vitest";
import { formatPath } from "../../../../src/core/request/path.ts";
import { Visit } from "../../../../src/commands/rules/visit.ts";

const complaint = ["is wrong.", "Mend it."] as const;

test("reports a finding at the current path or one level below", () => {
  const visit = new Visit({}, formatPath);
  visit.inside("options", () => {
    visit.inside(2, () => visit.report("option-type", "type", 17, complaint));
    visit.report("options-count", undefined, undefined, complaint);
  });
  expect(visit.findings.map(({ path, keys }) => [path, keys])).toEqual([
    ["options[2].type", ["options", 2, "type"]],
    ["options", ["options"]],
  ]);
});

test("reports an exception at the path that was read and restores the path", () => {
  const visit = new Visit({}, formatPath);
  const fail = (): never => {
    throw new Error("no");
  };
  visit.inside("options", () => {
    visit.guard(() => visit.inside(0, fail));
    visit.report("options-count", undefined, undefined, complaint);
  });
  expect(visit.unreadable).toBe(1);
  expect(visit.findings.map(({ rule, path }) => [rule, path])).toEqual([
    ["readable", "options[0]"],
    ["options-count", "options"],
  ]);
});

test("raises a rule's severity in the live profile", () => {
  const severities = (["spec", "live"] as const).map((profile) => {
    const visit = new Visit({ profile }, formatPath);
    visit.report("name-apostrophe", "name", undefined, complaint);
    return visit.findings[0]?.severity;
  });
  expect(severities).toEqual(["warning", "error"]);
});

test("limits a command to ten thousand parts", () => {
  const visit = new Visit({}, formatPath);
  const count = () => {
    let parts = 0;
    while (visit.takePart()) parts++;
    return parts;
  };
  expect(count()).toBe(10_000);
  visit.hasLocalizedOption = true;
  visit.beginCommand();
  expect(visit.hasLocalizedOption).toBe(false);
  expect(count()).toBe(10_000);
});

test.each([
  [null, "null", "is null, but must be a list."],
  [[], "[]", "is a list, but must be a list."],
  [[0, 1], "[0, 1]", "is a list, but must be a list."],
  [["a"], "a list", "is a list, but must be a list."],
  [Array.from({ length: 11 }), "a list", "is a list, but must be a list."],
  [{}, "an object", "is an object, but must be a list."],
  [5, "5", "is a number, but must be a list."],
  [true, "true", "is a boolean, but must be a list."],
  [5n, "a bigint", "is a bigint, but must be a list."],
  ["x".repeat(61), `"${"x".repeat(60)}…"`, "is a string, but must be a list."],
])("shortens %s in a finding", (value, printed, message) => {
  const visit = new Visit({}, formatPath);
  visit.reportType("options", value, "a list");
  expect(visit.findings).toMatchObject([{ value: printed, message }]);
});
