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
  [Object.create(null), "something that cannot be shown"],
  [hostile, "something that cannot be shown"],
])("Whatever is thrown is a text (%#)", (thrown, text) => {
  expect(textOfError(thrown)).toBe(text);
});

it("A text that is too long is cut", () => {
  expect(textOfError("x".repeat(2000))).toHaveLength(1000);
});
