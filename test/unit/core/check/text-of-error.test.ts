import { expect, it } from "vitest";
import { textOfError } from "../../../../src/core/check/callback.ts";

const hostile = {
  toString() {
    throw new Error("no");
  },
};

it.each<[unknown, string]>([
  [new Error("no"), "Error: no"],
  ["a text", "a text"],
  [undefined, "undefined"],
  [Object.create(null), "an unprintable value"],
  [hostile, "an unprintable value"],
])("returns a string for any thrown value (%#)", (thrown, text) => {
  expect(textOfError(thrown)).toBe(text);
});

it("truncates a long string", () => {
  expect(textOfError("x".repeat(2000))).toHaveLength(1000);
});
