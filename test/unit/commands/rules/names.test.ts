import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { testRules } from "../../../setup/commands/rule-tests.ts";

testRules("name-apostrophe", "name-characters", "name-length", "name-lowercase", "name-required");

const findIn = (name: unknown, more: object = {}) =>
  validateCommand({ name, description: "Pong", ...more }, { scope: "global" });

test("reports a name that is not a string", () => {
  expect(findIn(5)).toMatchObject([{ rule: "field-type", path: "name" }]);
  expect(findIn(null)).toMatchObject([{ rule: "name-required" }]);
});

test("names the character that is not allowed, and shows it if it is printable", () => {
  expect(findIn("high five")).toMatchObject([
    { message: 'has the character " " (U+0020), which is not allowed.' },
  ]);
  expect(findIn("a\u0007")).toMatchObject([{ message: "has the character U+0007, which is not allowed." }]);
});

test("requires the composed form of letters with combining accents", () => {
  expect(findIn("cafe\u0301")).toMatchObject([
    { rule: "name-characters", fix: 'Write it in composed form (NFC): "café".' },
  ]);
});

test("applies the rules of a name to its localizations", () => {
  expect(findIn("ping", { name_localizations: { de: "Ping" } })).toMatchObject([
    { rule: "name-lowercase", path: 'name_localizations["de"]' },
  ]);
});

test.each([
  ["Bad Name", "bad-name"],
  ["  Über  Größe! ", "über-größe"],
  [`${"𠀀".repeat(31)}!`, "𠀀".repeat(31)],
])("suggests a valid name for %j", (name, suggested) => {
  expect(findIn(name)[0]?.fix).toContain(`For example: ${JSON.stringify(suggested)}.`);
  expect(findIn(suggested)).toEqual([]);
});

test.each(["!", "! ".repeat(20)])("suggests no name for %j, which has no valid characters", (name) => {
  expect(
    findIn(name)
      .map(({ fix }) => fix)
      .join(" "),
  ).not.toContain("For example");
});

test("shortens the value of a finding between characters", () => {
  const [finding] = validateCommand({ name: "a", description: `a${"🎲".repeat(200)}` }, { scope: "global" });
  expect(finding?.value).toBe(`"a${"🎲".repeat(29)}…"`);
});

test("reports a missing field with an empty value", () => {
  expect(validateCommand({ name: "ping" }, { scope: "global" })).toMatchObject([
    { rule: "description-required", value: "", message: "is missing." },
  ]);
});
