import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules("description-length", "description-required");

const placesIn = (fields: object) =>
  placesOf(validateCommand({ name: "ping", ...fields }, { scope: "global" }));

test("null is no description, and a number is one of the wrong type", () => {
  expect(placesIn({ description: null })).toEqual(["description-required at description"]);
  expect(placesIn({ description: 5 })).toEqual(["field-type at description"]);
});

test("an entry point may go without, and its empty description is none", () => {
  expect(placesIn({ type: 4 })).toEqual([]);
  expect(placesIn({ type: 4, description: "" })).toEqual([]);
  expect(placesIn({ type: 4, description: "d".repeat(101) })).toEqual(["description-length at description"]);
});
