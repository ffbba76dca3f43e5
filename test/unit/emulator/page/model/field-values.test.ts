import { describe, expect, it } from "vitest";
import { fieldBounds, optionValue, withFiles } from "../../../../../src/emulator/page/model/field-values.ts";
import type { FieldView } from "../../../../../src/emulator/page/model/view.ts";
import { OptionType } from "../../../../../src/wire/command-option.ts";
import { withSentFiles } from "../../../../../src/emulator/player/player-file.ts";

describe("optionValue", () => {
  it.each([
    [OptionType.Boolean, "true", true],
    [OptionType.Boolean, "false", false],
    [OptionType.Integer, "12", 12],
    [OptionType.Number, "-1.5", -1.5],
    [OptionType.Number, " ", " "],
    [OptionType.Integer, "twelve", "twelve"],
    [OptionType.Number, "1e999", "1e999"],
    [OptionType.String, "12", "12"],
    [OptionType.User, "12", "12"],
    [99, "12", "12"],
  ])("for type %i, converts the input %j to %j", (type, text, value) => {
    expect(optionValue(type, text)).toBe(value);
  });
});

describe("fieldBounds", () => {
  const bounds = (type: number) =>
    fieldBounds({ type, min: 1, max: 9, minLength: 2, maxLength: 8 } as FieldView);

  it.each([
    [OptionType.Integer, { type: "number", step: "1", min: 1, max: 9 }],
    [OptionType.Number, { type: "number", step: "any", min: 1, max: 9 }],
    [OptionType.String, { dir: "auto", minLength: 2, maxLength: 16 }],
    [99, { dir: "auto", minLength: 2, maxLength: 16 }],
    [OptionType.Attachment, { dir: "auto", minLength: 2, maxLength: 16, type: "file" }],
  ])("for type %i, returns the bounds %j", (type, expected) => {
    expect(bounds(type)).toEqual(expected);
  });
});

it("transfers files unchanged from the page to the emulator", async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  const values = {
    name: "map",
    count: 2,
    none: null,
    files: [new File([bytes], "map.png", { type: "image/png" }), new File([], "empty")],
  };
  const sent = JSON.parse(JSON.stringify(await withFiles(values))) as unknown;
  expect(withSentFiles(sent)).toEqual({
    name: "map",
    count: 2,
    none: null,
    files: [
      { name: "map.png", type: "image/png", data: Buffer.from(bytes) },
      { name: "empty", data: Buffer.alloc(0) },
    ],
  });
});
