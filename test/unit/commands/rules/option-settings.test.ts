import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules(
  "autocomplete-choices",
  "autocomplete-option-type",
  "channel-types-option-type",
  "channel-types-unusable",
  "channel-types-value",
  "choices-option-type",
  "file-types-option-type",
  "file-types-value",
  "length-bounds-option-type",
  "length-bounds-order",
  "length-bounds-range",
  "options-option-type",
  "required-option-type",
  "value-bounds-option-type",
  "value-bounds-order",
  "value-bounds-range",
);

function placesIn(type: number, settings: object): string[] {
  const option = { type, name: "o", description: "d", ...settings };
  return placesOf(
    validateCommand({ name: "ping", description: "Pong", options: [option] }, { scope: "global" }),
  );
}

test("a setting that says what its absence says is fine on any option", () => {
  expect(placesIn(6, { required: false, autocomplete: false, choices: [], min_value: undefined })).toEqual(
    [],
  );
});

test("what the service adds to a listed option is taken back, and another field is unknown", () => {
  expect(placesIn(3, { name_localized: "x", description_localized: "x" })).toEqual([]);
  expect(placesIn(3, { colour: "red" })).toEqual(["unknown-field at options[0].colour"]);
});

test("a setting of the wrong type is found", () => {
  expect(placesIn(3, { required: 1, autocomplete: "yes" })).toEqual([
    "field-type at options[0].required",
    "field-type at options[0].autocomplete",
  ]);
  expect(placesIn(11, { file_types: "image" })).toEqual(["field-type at options[0].file_types"]);
});

test("of a subcommand too, required is true or false", () => {
  for (const required of [1, []]) {
    expect(placesIn(1, { required })).toEqual(["field-type at options[0].required"]);
  }
  expect(placesIn(1, { required: true })).toEqual(["required-option-type at options[0].required"]);
  expect(placesIn(1, { required: null, min_value: null, choices: null })).toEqual([]);
});

test("bounds are compared only where both are numbers", () => {
  expect(placesIn(4, { min_value: 2, max_value: 2 })).toEqual([]);
  expect(placesIn(4, { min_value: 2, max_value: "1" })).toEqual([
    "value-bounds-range at options[0].max_value",
  ]);
});

test("a length of nothing is the least, and no greatest", () => {
  expect(placesIn(3, { min_length: 0 })).toEqual([]);
  expect(placesIn(3, { max_length: 0 })).toEqual(["length-bounds-range at options[0].max_length"]);
});

test("more than ten file types are too many", () => {
  const file_types = Array.from({ length: 11 }, (_, index) => `.x${index}`);
  expect(placesIn(11, { file_types })).toEqual(["file-types-value at options[0].file_types"]);
});
