import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules(
  "group-empty",
  "option-name-unique",
  "option-type",
  "options-count",
  "options-mixed",
  "options-nesting",
  "options-order",
);

const placesIn = (options: unknown) =>
  placesOf(validateCommand({ name: "ping", description: "Pong", options }, { scope: "global" }));
const value = { type: 3, name: "text", description: "d" };

test("reports a value that is not a list, and entries that are not options", () => {
  expect(placesIn("text")).toEqual(["field-type at options"]);
  expect(placesIn([null])).toEqual(["readable at options[0]"]);
});

test("reports a group without options or with an empty list", () => {
  const group = { type: 2, name: "group", description: "d" };
  expect(placesIn([group])).toEqual(["group-empty at options[0]"]);
  expect(placesIn([{ ...group, options: [] }])).toEqual(["group-empty at options[0]"]);
});

test("accepts a subcommand without options and rejects nested subcommands", () => {
  const sub = { type: 1, name: "sub", description: "d" };
  expect(placesIn([sub])).toEqual([]);
  expect(placesIn([{ ...sub, options: [value] }])).toEqual([]);
  expect(placesIn([{ ...sub, options: [sub] }])).toContain("options-nesting at options[0].options[0]");
});

test("treats an option without a name as optional in the order of options", () => {
  const places = placesIn([
    { ...value, name: undefined },
    { ...value, required: true },
  ]);
  expect(places).toEqual(["name-required at options[0].name", "options-order at options[1]"]);
});
