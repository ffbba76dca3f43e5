import { expect, test, describe } from "vitest";
import { compare } from "../../../../src/commands/plan/difference.ts";
import {
  describeChanges,
  describeFields,
  describeOption,
  describeType,
  describeValue,
} from "../../../../src/commands/plan/describe-change.ts";

const option = (name: string, more: object = {}) => ({ type: 3, name, description: name, ...more });
const detailsOf = (live: object, desired: object) => {
  const { changes, edit } = compare(
    { name: "a", description: "a", ...desired },
    { name: "a", description: "a", ...live },
    { scope: "global" },
  );
  return describeChanges(changes, edit);
};

test("uses option names in paths", () => {
  const group = (count: object) => ({
    options: [option("x"), option("top", { type: 1, options: [option("count", count)] })],
  });
  expect(detailsOf(group({ min_value: 1 }), group({ min_value: 2, required: true }))).toEqual([
    { label: 'options["top"].options["count"].min_value', from: "1", to: "2" },
    { label: 'options["top"].options["count"].required', to: "true" },
  ]);
});

test("lists an added or removed option with its nested options", () => {
  const top = option("top", { type: 1, options: [option("count")] });
  const whole = [
    ['options["top"]', 'sub command, "top"'],
    ['options["top"].options["count"]', 'string, "count"'],
  ];
  expect(detailsOf({}, { options: [top] })).toEqual(whole.map(([label, to]) => ({ label, to })));
  expect(detailsOf({ options: [top] }, {})).toEqual(whole.map(([label, from]) => ({ label, from })));
});

test("uses a removed option's name, even if another option has taken its index", () => {
  expect(detailsOf({ options: [option("old"), option("b")] }, { options: [option("b")] })).toEqual([
    { label: 'options["old"]', from: 'string, "old"' },
  ]);
});

test("lists a set's added and removed members", () => {
  expect(detailsOf({ contexts: [0, 1] }, { contexts: [1, 2] })).toEqual([
    { label: "contexts", from: "guild" },
    { label: "contexts", to: "private channel" },
  ]);
  const channels = (list: number[]) => ({ options: [option("where", { type: 7, channel_types: list })] });
  expect(detailsOf(channels([0]), channels([0, 5]))).toEqual([
    { label: 'options["where"].channel_types', to: "guild announcement" },
  ]);
});

test("lists localizations individually", () => {
  const localized = { name_localizations: { de: "Name" } };
  expect(detailsOf({}, localized)).toEqual([{ label: 'name_localizations["de"]', to: '"Name"' }]);
  expect(detailsOf(localized, {})).toEqual([{ label: 'name_localizations["de"]', from: '"Name"' }]);
  expect(describeFields({ name: "a", type: 1, nsfw: null, ...localized }, true)).toEqual([
    { label: 'name_localizations["de"]', to: '"Name"' },
  ]);
});

test("keeps unknown indexes and escapes control characters", () => {
  expect(describeChanges([{ path: "options[4].name", from: 1, to: 2 }], {})).toEqual([
    { label: "options[4].name", from: "1", to: "2" },
  ]);
  expect(describeChanges([{ path: 'name_localizations["\u{1b}"]', from: "a", to: "b" }], {})).toEqual([
    { label: String.raw`name_localizations["\u{1b}"]`, from: '"a"', to: '"b"' },
  ]);
  expect(describeFields({ options: [5], "a\u{1b}": 1 }, true)).toEqual([
    { label: "options[0]", to: "5" },
    { label: String.raw`a\u{1b}`, to: "1" },
  ]);
});

test("omits a new command's default values, which discord.js includes in definitions", () => {
  const spelt = {
    name: "a",
    type: 1,
    description: "",
    nsfw: false,
    dm_permission: true,
    default_permission: undefined,
    name_localizations: undefined,
    options: [
      {
        ...option("x"),
        name_localizations: undefined,
        description_localizations: null,
        required: false,
        autocomplete: false,
        max_length: undefined,
        choices: [{ name: "One", name_localizations: undefined, value: "1" }],
      },
    ],
  };
  expect(describeFields(spelt, false)).toEqual([
    { label: 'options["x"]', to: 'string, "x", choices "One" = "1"' },
  ]);
});

describe("describeValue", () => {
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
  ])("formats %s %j as %s", (field, value, reason) => {
    if (reason === "MANY") expect(describeValue(field, value)).toMatch(/^\w+( \+ (\w+|1 << \d+))+$/);
    else expect(describeValue(field, value)).toBe(reason);
  });

  test("formats an option's type, whether it is required, and its other fields", () => {
    const count = { name: "n", type: 4, required: true, description: "How many", min_value: 1 };
    expect(describeOption(count)).toBe('integer, required, "How many", min_value 1');
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
  ])("describes the type %s as %s", (type, reason) => {
    expect(describeType(type)).toBe(reason);
  });
});
