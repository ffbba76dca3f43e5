import { expect, test } from "vitest";
import { formatPath } from "../../../../src/core/request/path.ts";
import { checkLength, countCodePoints } from "../../../../src/commands/rules/names.ts";
import { Visit } from "../../../../src/commands/rules/visit.ts";

test.each([
  ["", 0],
  ["abc", 3],
  ["💜💜", 2],
  ["\uD83D", 1],
  ["\uDC9C\uD83D", 2],
  ["a💜b", 3],
])("counts the characters of %j as %i", (text, count) => {
  expect(countCodePoints(text)).toBe(count);
});

test("stops counting a very long string at 20,000", () => {
  expect(countCodePoints("a".repeat(1_000_000))).toBe(20_000);
});

test.each([
  ["", "is empty."],
  ["abcd", "has 4 characters."],
  ["a".repeat(30_000), "has 20000 or more characters."],
])("reports the length of %.10s", (text, message) => {
  const visit = new Visit({ profile: "spec" }, formatPath);
  checkLength(visit, "name-length", "name", text, 3);
  expect(visit.findings).toMatchObject([
    { rule: "name-length", path: "name", message, fix: "Write 1 to 3 characters." },
  ]);
});

test("counts characters if the UTF-16 length exceeds the limit", () => {
  const visit = new Visit({ profile: "spec" }, formatPath);
  checkLength(visit, "name-length", "name", "💜💜💜", 3);
  expect(visit.findings).toEqual([]);
});
