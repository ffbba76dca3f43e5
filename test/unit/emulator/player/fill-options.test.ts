import { describe, expect, it } from "vitest";
import { fillOptions, type OptionValues } from "../../../../src/emulator/player/fill-options.ts";
import type { CommandOption } from "../../../../src/wire/command-option.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const { world, recordsAt } = openScene();

function fill(options: readonly object[], values: OptionValues, focused?: string) {
  const definitions = options.map((option) => ({ name: "it", description: "It", ...option }));
  return fillOptions(
    definitions as unknown as CommandOption[],
    values,
    recordsAt({ guild: "Reef" }),
    focused,
  );
}

const red = { name: "Red", value: "r" };

describe("an option", () => {
  it.each([
    ["a string", { type: 3 }, "Reef", "Reef"],
    ["a whole number", { type: 4, min_value: 1, max_value: 3 }, 3, 3],
    ["a string of the maximum length", { type: 3, max_length: 2 }, "🐠🐟", "🐠🐟"],
    ["the largest whole number", { type: 4 }, 2 ** 53 - 1, 2 ** 53 - 1],
    ["the largest number", { type: 10 }, 2 ** 53, 2 ** 53],
    ["a number", { type: 10 }, 0.5, 0.5],
    ["true or false", { type: 5 }, false, false],
    ["a player", { type: 6 }, "Ada", world.players.first.id],
    ["a channel", { type: 7, channel_types: [2] }, "wreck", "8"],
    ["a role", { type: 8 }, "Divers", "70"],
    ["a mentionable", { type: 9 }, "Divers", "70"],
    ["a choice by its name", { type: 4, choices: [{ name: "Duel", value: 2 }] }, "Duel", 2],
    ["a choice by its value", { type: 4, choices: [{ name: "Duel", value: 2 }] }, 2, 2],
  ])("is filled with %s", (_what, option, value, filled) => {
    expect(fill([option], { it: value })).toEqual([{ name: "it", type: option.type, value: filled }]);
  });

  it.each(["map.png", { name: "map.png", data: "a map", type: "image/png" }])(
    "is filled with the file %j",
    (file) => {
      const value = expect.stringMatching(/^\d+$/) as unknown;
      expect(fill([{ type: 11 }], { it: file })).toEqual([{ name: "it", type: 11, value }]);
    },
  );

  it.each([3, 6])("of type %i rejects a file", (type) => {
    const file = { name: "map.png", data: "a map" };
    expect(() => fill([{ type }], { it: file })).toThrow('The option "it" does not accept a file.');
  });

  it("is sent in the definition's order and may be omitted", () => {
    const options = [
      { type: 3, name: "a" },
      { type: 3, name: "b" },
      { type: 3, name: "toString" },
    ];
    expect(fill(options, { b: "2", a: "1" }).map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it.each([
    [{ type: 3 }, { map: "Reef" }, "unknown_option", 'There is no option "map" here.'],
    [{ type: 3, required: true }, {}, "missing_option", 'The option "it" is required.'],
    [{ type: 3 }, { it: 7 }, "invalid_option", "must be a string."],
    [{ type: 4 }, { it: 0.5 }, "invalid_option", "must be a whole number."],
    [{ type: 5 }, { it: "yes" }, "invalid_option", "must be true or false."],
    [{ type: 10 }, { it: "7" }, "invalid_option", "must be a number."],
    [{ type: 4 }, { it: 2 ** 53 }, "invalid_option", "must be a whole number from -2^53+1 to 2^53-1."],
    [{ type: 10 }, { it: -(2 ** 54) }, "invalid_option", "must be a number from -2^53 to 2^53."],
    [{ type: 10 }, { it: Number.NaN }, "invalid_option", "must be a number."],
    [{ type: 3 }, { it: "a".repeat(6001) }, "invalid_option", "must be at most 6000 characters."],
    [{ type: 10, min_value: 1 }, { it: 0 }, "invalid_option", "must be at least 1."],
    [{ type: 10, max_value: 1 }, { it: 2 }, "invalid_option", "must be at most 1."],
    [{ type: 3, min_length: 2 }, { it: "a" }, "invalid_option", "must be at least 2 characters."],
    [{ type: 3, max_length: 2 }, { it: "abc" }, "invalid_option", "must be at most 2 characters."],
    [{ type: 3, choices: [red] }, { it: "Rad" }, "unknown_choice", 'There is no choice of it "Rad" here.'],
    [{ type: 7, channel_types: [2] }, { it: "general" }, "unknown_channel", 'no channel "general" here.'],
    [{ type: 8 }, { it: "Captains" }, "unknown_role", 'There is no role "Captains" here.'],
  ])("rejects values that no client would send (option %j, values %j)", (option, values, code, message) => {
    const whole = code === "invalid_option" ? `The option "it" ${message}` : message;
    expect(() => fill([option], values as OptionValues)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(whole) }),
    );
  });

  it("is sent as typed while required options are still missing", () => {
    const options = [
      { type: 4, name: "size", required: true, autocomplete: true },
      { type: 3, name: "map", required: true },
    ];
    expect(fill(options, { size: "12" }, "size")).toEqual([
      { name: "size", type: 4, value: "12", focused: true },
    ]);
  });

  it.each([
    [3, "Re"],
    [3, ""],
    [4, ""],
    [4, "-3"],
    [10, "1."],
  ])("of type %i accepts %j while the player is typing", (type, text) => {
    expect(fill([{ type, autocomplete: true, min_length: 3 }], { it: text }, "it")).toEqual([
      { name: "it", type, value: text, focused: true },
    ]);
  });

  it.each([
    [4, "1x", "must be a whole number."],
    [4, "0.5", "must be a whole number."],
    [4, "9007199254740992", "must be a whole number from -2^53+1 to 2^53-1."],
    [10, "deep", "must be a number."],
    [10, "  ", "must be a number."],
    [10, "1e17", "must be a number from -2^53 to 2^53."],
  ])("of type %i rejects %j while the player is typing", (type, text, problem) => {
    expect(() => fill([{ type, autocomplete: true }], { it: text }, "it")).toThrow(
      expect.objectContaining({ code: "invalid_option", message: `The option "it" ${problem}` }),
    );
  });

  it.each([{ type: 3 }, { type: 3, autocomplete: false }, { type: 6 }])(
    "defined as %j does not support autocomplete",
    (option) => {
      expect(() => fill([option], { it: "Re" }, "it")).toThrow(
        'The option "it" does not support autocomplete.',
      );
    },
  );
});
