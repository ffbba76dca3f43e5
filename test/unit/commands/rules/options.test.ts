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

test("what is no list, and what is in one and no option, is found", () => {
  expect(placesIn("text")).toEqual(["field-type at options"]);
  expect(placesIn([null])).toEqual(["readable at options[0]"]);
});

test("a group without options, and one with none, is not shown", () => {
  const group = { type: 2, name: "group", description: "d" };
  expect(placesIn([group])).toEqual(["group-empty at options[0]"]);
  expect(placesIn([{ ...group, options: [] }])).toEqual(["group-empty at options[0]"]);
});

test("a subcommand needs no options, and holds none that holds others", () => {
  const sub = { type: 1, name: "sub", description: "d" };
  expect(placesIn([sub])).toEqual([]);
  expect(placesIn([{ ...sub, options: [value] }])).toEqual([]);
  expect(placesIn([{ ...sub, options: [sub] }])).toContain("options-nesting at options[0].options[0]");
});

test("an optional option without a name counts as one", () => {
  const places = placesIn([
    { ...value, name: undefined },
    { ...value, required: true },
  ]);
  expect(places).toEqual(["name-required at options[0].name", "options-order at options[1]"]);
});
