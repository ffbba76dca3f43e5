import { expect, test } from "vitest";
import {
  describeOption,
  describeType,
  describeValue,
} from "../../../../src/commands/plan/describe-change.ts";

test.each<[string, unknown, string]>([
  ["description", 'The "best"', String.raw`"The \"best\""`],
  ["contexts", [0, 1, 2], "guild, bot dm, private channel"],
  ["contexts", null, "default"],
  ["contexts", [], "none"],
  ["integration_types", [1], "user install"],
  ["handler", 2, "discord launch activity"],
  ["type", 3, "string"],
  ["type", 99, "99"],
  ["min_value", 3, "3"],
  ["nsfw", true, "true"],
  ["default_member_permissions", null, "everyone"],
  ["default_member_permissions", undefined, "everyone"],
  ["default_member_permissions", "0", "administrators"],
  ["default_member_permissions", "8224", "MANAGE_GUILD + MANAGE_MESSAGES"],
  ["default_member_permissions", "many\n", String.raw`"many\n"`],
  ["default_member_permissions", "9999999999999999999", "MANY"],
  ["choices", { name: "Easy", value: "e" }, '"Easy" = "e"'],
  [
    "choices",
    { name: "One", value: 1, name_localizations: { de: "Eins" } },
    '"One" = 1 (name_localizations de "Eins")',
  ],
  ["name_localizations", {}, "none"],
  ["anything", { "a\nb": 1 }, String.raw`"a\nb" 1`],
])("formats %s %j as %s", (field, value, words) => {
  if (words === "MANY") expect(describeValue(field, value)).toMatch(/^\w+( \+ (\w+|1 << \d+))+$/);
  else expect(describeValue(field, value)).toBe(words);
});

test("formats the type of an option, whether it is required, and other fields", () => {
  const option = { name: "n", type: 4, required: true, description: "How many", min_value: 1 };
  expect(describeOption(option)).toBe('integer, required, "How many", min_value 1');
  expect(describeOption({ name: "n", type: 1 })).toBe("sub command");
});

test.each([
  [undefined, "slash command"],
  [null, "slash command"],
  [1, "slash command"],
  [2, "user command"],
  [3, "message command"],
  [4, "entry point"],
  [5, "command of an unknown type"],
])("describes the type %s as %s", (type, words) => {
  expect(describeType(type)).toBe(words);
});
