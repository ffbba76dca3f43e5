import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { testRules } from "../../../setup/commands/rule-tests.ts";

testRules("name-apostrophe", "name-characters", "name-length", "name-lowercase", "name-required");

const findIn = (name: unknown, more: object = {}) =>
  validateCommand({ name, description: "Pong", ...more }, { scope: "global" });

test("a name that is no text is found as such", () => {
  expect(findIn(5)).toMatchObject([{ rule: "field-type", path: "name" }]);
  expect(findIn(null)).toMatchObject([{ rule: "name-required" }]);
});

test("the character that is not allowed is named, a printable one as it is written", () => {
  expect(findIn("high five")).toMatchObject([
    { message: 'has the character " " (U+0020), which is not allowed.' },
  ]);
  expect(findIn("a\u0007")).toMatchObject([{ message: "has the character U+0007, which is not allowed." }]);
});

test("a name of letters and loose accents is to be composed", () => {
  expect(findIn("cafe\u0301")).toMatchObject([
    { rule: "name-characters", fix: 'Write it in composed form (NFC): "café".' },
  ]);
});

test("a localized name has the rules of the name", () => {
  expect(findIn("ping", { name_localizations: { de: "Ping" } })).toMatchObject([
    { rule: "name-lowercase", path: 'name_localizations["de"]' },
  ]);
});

test.each([
  ["Bad Name", "bad-name"],
  ["  Über  Größe! ", "über-größe"],
  [`${"𠀀".repeat(31)}!`, "𠀀".repeat(31)],
])("the fix for the name %j is a valid name", (name, suggested) => {
  expect(findIn(name)[0]?.fix).toContain(`For example: ${JSON.stringify(suggested)}.`);
  expect(findIn(suggested)).toEqual([]);
});

test.each(["!", "! ".repeat(20)])("no name is suggested for %j, which has nothing to keep", (name) => {
  expect(
    findIn(name)
      .map(({ fix }) => fix)
      .join(" "),
  ).not.toContain("For example");
});

test("the value of a finding ends with a whole character", () => {
  const [finding] = validateCommand({ name: "a", description: `a${"🎲".repeat(200)}` }, { scope: "global" });
  expect(finding?.value).toBe(`"a${"🎲".repeat(29)}…"`);
});

test("a missing field has no value", () => {
  expect(validateCommand({ name: "ping" }, { scope: "global" })).toMatchObject([
    { rule: "description-required", value: "", message: "is missing." },
  ]);
});
