import { expect, test } from "vitest";
import { list, oneOf, text } from "../../../src/events/shapes.ts";
import { refusalOf } from "../../setup/events/refusal.ts";

test("reports an array hole as a missing item", () => {
  const holed: string[] = [];
  holed[1] = "b";
  expect(refusalOf(() => list(text)(holed, "d.names")).message).toBe(
    "d.names[0] is missing, but must be a string.",
  );
});

test("lists the allowed values in the error", () => {
  expect(refusalOf(() => oneOf([1, "a"])(2, "d.type")).message).toBe(
    'd.type is a number, but must be 1 or "a".',
  );
});

test("adds a hint to every error", () => {
  const { hint } = refusalOf(() => text(1, "d.name"));
  expect(hint).toContain("Pass the event unchanged.");
});
