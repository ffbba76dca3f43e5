import { describe, expect, it } from "vitest";
import { checkMenu, isMenu } from "../../../../../src/interactions/messages/rules/component-rules.ts";
import { wordsOf } from "../../../../setup/emulator/reason-of.ts";

const options = (count: number, fields = {}) =>
  Array.from({ length: count }, (_, index) => ({ label: "A", value: String(index), ...fields }));
const users = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: "user", id: String(index) }));

describe("a menu", () => {
  it.each([3, 5, 6, 7, 8])("can be of type %i", (type) => expect(isMenu({ type })).toBe(true));

  it.each([
    [{ type: 3, options: options(1) }, ""],
    [{ type: 3, options: options(2), max_values: 3 }, "options: Must be 3 or more in length."],
    [
      { type: 3, options: options(2), min_values: 2 },
      "min_values: min_values value should be less than or equal to 1.",
    ],
    [
      { type: 3, options: options(2, { value: "a" }) },
      "options.1.value: The specified option value is already used",
    ],
    [
      { type: 3, options: options(2, { default: true }) },
      /^options: .*exceeds the specified maximum values$/,
    ],
    [{ type: 3, options: options(2, { default: true }), max_values: 2 }, ""],
    [{ type: 5, default_values: users(1) }, ""],
    [{ type: 5, default_values: [] }, ""],
    [{ type: 5, default_values: null, min_values: null }, ""],
    [{ type: 5, default_values: users(2) }, "default_values: Must be between 1 and 1 in length."],
    [{ type: 5, default_values: users(1), min_values: 2, max_values: 3 }, /between 2 and 3/],
  ])("reports for %# of %j: %j", (menu, reason) => {
    if (typeof reason === "string") expect(wordsOf(checkMenu(menu, []))).toBe(reason);
    else expect(wordsOf(checkMenu(menu, []))).toMatch(reason);
  });
});
