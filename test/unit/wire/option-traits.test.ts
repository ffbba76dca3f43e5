import { describe, expect, test } from "vitest";
import { validateCommand } from "../../../src/commands/rules/validate.ts";
import { OptionType } from "../../../src/wire/command-option.ts";
import {
  isInRange,
  isOptionType,
  type OptionSetting,
  optionTraits,
  optionTypes,
} from "../../../src/wire/option-traits.ts";

const values: Readonly<Record<Exclude<OptionSetting, "options">, unknown>> = {
  required: true,
  choices: [],
  autocomplete: true,
  min_value: 1,
  max_value: 1,
  min_length: 1,
  max_length: 1,
  channel_types: [0],
  file_types: ["image"],
};

describe.each(Object.entries(OptionType))("an option of type %s", (_, type) => {
  test.each(Object.entries(values))("allows the setting %s only if its traits list it", (setting, value) => {
    const option = { type, name: "option", description: "d", [setting]: value };
    const command = { name: "command", description: "d", options: [option] };
    const placed =
      setting === "choices" ? { ...option, choices: [{ name: "a", value: isText(type) ? "a" : 1 }] } : option;
    const findings = validateCommand({ ...command, options: [placed] }, { scope: "global" });
    const isAllowed = (optionTraits[type].settings as readonly string[]).includes(setting);
    expect(findings.some(({ rule }) => rule.endsWith("-option-type"))).toBe(!isAllowed);
  });
});

function isText(type: OptionType): boolean {
  return optionTraits[type].holds === "string";
}

test("sets a record kind only for types that hold ids", () => {
  for (const type of optionTypes) {
    const { holds, record } = optionTraits[type];
    expect(record !== undefined).toBe(holds === "id");
  }
});

test.each([0, optionTypes.length + 1, 1.5, "3", null, undefined])("rejects %j as a type", (type) => {
  expect(isOptionType(type)).toBe(false);
});

test.each<[unknown, boolean, boolean]>([
  [0, true, true],
  [0.5, false, true],
  [2 ** 53 - 1, true, true],
  [2 ** 53, false, true],
  [-(2 ** 53), false, true],
  [2 ** 53 + 2, false, false],
  [-(2 ** 53) - 2, false, false],
  [Number.NaN, false, false],
  [Infinity, false, false],
  ["1", false, false],
])("for %j, `isInRange` returns %j as an INTEGER and %j as a NUMBER", (value, integer, number) => {
  expect([isInRange(value, 4), isInRange(value, 10)]).toEqual([integer, number]);
});
