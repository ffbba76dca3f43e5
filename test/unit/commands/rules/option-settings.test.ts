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

test("accepts default values on any option", () => {
  expect(placesIn(6, { required: false, autocomplete: false, choices: [], min_value: undefined })).toEqual(
    [],
  );
});

test("accepts fields that the service adds and reports other unknown fields", () => {
  expect(placesIn(3, { name_localized: "x", description_localized: "x" })).toEqual([]);
  expect(placesIn(3, { colour: "red" })).toEqual(["unknown-field at options[0].colour"]);
});

test("reports a setting of the wrong type", () => {
  expect(placesIn(3, { required: 1, autocomplete: "yes" })).toEqual([
    "field-type at options[0].required",
    "field-type at options[0].autocomplete",
  ]);
  expect(placesIn(11, { file_types: "image" })).toEqual(["field-type at options[0].file_types"]);
});

test("requires a boolean for `required` of a subcommand, too", () => {
  for (const required of [1, []]) {
    expect(placesIn(1, { required })).toEqual(["field-type at options[0].required"]);
  }
  expect(placesIn(1, { required: true })).toEqual(["required-option-type at options[0].required"]);
  expect(placesIn(1, { required: null, min_value: null, choices: null })).toEqual([]);
});

test("compares bounds only if both are numbers", () => {
  expect(placesIn(4, { min_value: 2, max_value: 2 })).toEqual([]);
  expect(placesIn(4, { min_value: 2, max_value: "1" })).toEqual([
    "value-bounds-range at options[0].max_value",
  ]);
});

test("accepts 0 as the minimum length but not as the maximum", () => {
  expect(placesIn(3, { min_length: 0 })).toEqual([]);
  expect(placesIn(3, { max_length: 0 })).toEqual(["length-bounds-range at options[0].max_length"]);
});

test("reports more than ten file types", () => {
  const file_types = Array.from({ length: 11 }, (_, index) => `.x${index}`);
  expect(placesIn(11, { file_types })).toEqual(["file-types-value at options[0].file_types"]);
});
