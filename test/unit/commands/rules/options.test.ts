import { expect, test, describe } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { formatFindings } from "../../../setup/commands/rule-tests.ts";

const findingsIn = (options: unknown) =>
  formatFindings(validateCommand({ name: "ping", description: "Pong", options }, { scope: "global" }));
const value = { type: 3, name: "text", description: "d" };

test("reports a value that is not a list and entries that are not options", () => {
  expect(findingsIn("text")).toEqual(["field-type at options"]);
  expect(findingsIn([null])).toEqual(["readable at options[0]"]);
});

test("reports a group whose options are missing or empty", () => {
  const group = { type: 2, name: "group", description: "d" };
  expect(findingsIn([group])).toEqual(["group-empty at options[0]"]);
  expect(findingsIn([{ ...group, options: [] }])).toEqual(["group-empty at options[0]"]);
});

test("accepts a subcommand without options and rejects nested subcommands", () => {
  const sub = { type: 1, name: "sub", description: "d" };
  expect(findingsIn([sub])).toEqual([]);
  expect(findingsIn([{ ...sub, options: [value] }])).toEqual([]);
  expect(findingsIn([{ ...sub, options: [sub] }])).toContain("options-nesting at options[0].options[0]");
});

test("treats an unnamed option as optional when checking the order of options", () => {
  const paths = findingsIn([
    { ...value, name: undefined },
    { ...value, required: true },
  ]);
  expect(paths).toEqual(["name-required at options[0].name", "options-order at options[1]"]);
});

describe("option settings", () => {
  function findingsWith(type: number, settings: object): string[] {
    const option = { type, name: "o", description: "d", ...settings };
    return formatFindings(
      validateCommand({ name: "ping", description: "Pong", options: [option] }, { scope: "global" }),
    );
  }

  test("accepts default values on any option", () => {
    expect(
      findingsWith(6, { required: false, autocomplete: false, choices: [], min_value: undefined }),
    ).toEqual([]);
  });

  test("accepts fields that the service adds, but reports other unknown fields", () => {
    expect(findingsWith(3, { name_localized: "x", description_localized: "x" })).toEqual([]);
    expect(findingsWith(3, { colour: "red" })).toEqual(["unknown-field at options[0].colour"]);
  });

  test("reports a setting of the wrong type", () => {
    expect(findingsWith(3, { required: 1, autocomplete: "yes" })).toEqual([
      "field-type at options[0].required",
      "field-type at options[0].autocomplete",
    ]);
    expect(findingsWith(11, { file_types: "image" })).toEqual(["field-type at options[0].file_types"]);
  });

  test("requires a boolean for a subcommand's `required` too", () => {
    for (const required of [1, []]) {
      expect(findingsWith(1, { required })).toEqual(["field-type at options[0].required"]);
    }
    expect(findingsWith(1, { required: true })).toEqual(["required-option-type at options[0].required"]);
    expect(findingsWith(1, { required: null, min_value: null, choices: null })).toEqual([]);
  });

  test("compares bounds only if both are numbers", () => {
    expect(findingsWith(4, { min_value: 2, max_value: 2 })).toEqual([]);
    expect(findingsWith(4, { min_value: 2, max_value: "1" })).toEqual([
      "value-bounds-range at options[0].max_value",
    ]);
  });

  test("accepts 0 as the minimum length, but not as the maximum", () => {
    expect(findingsWith(3, { min_length: 0 })).toEqual([]);
    expect(findingsWith(3, { max_length: 0 })).toEqual(["length-bounds-range at options[0].max_length"]);
  });

  test("reports a list of more than ten file types", () => {
    const file_types = Array.from({ length: 11 }, (_, index) => `.x${index}`);
    expect(findingsWith(11, { file_types })).toEqual(["file-types-value at options[0].file_types"]);
  });
});
