import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules("description-length", "description-required");

const placesIn = (fields: object) =>
  placesOf(validateCommand({ name: "ping", ...fields }, { scope: "global" }));

test("treats null as a missing description and a number as the wrong type", () => {
  expect(placesIn({ description: null })).toEqual(["description-required at description"]);
  expect(placesIn({ description: 5 })).toEqual(["field-type at description"]);
});

test("accepts an entry point with an empty or no description", () => {
  expect(placesIn({ type: 4 })).toEqual([]);
  expect(placesIn({ type: 4, description: "" })).toEqual([]);
  expect(placesIn({ type: 4, description: "d".repeat(101) })).toEqual(["description-length at description"]);
});
