import { expect, test } from "vitest";
import { setField } from "../../../../src/commands/rules/input.ts";

test("sets an own property regardless of its name", () => {
  const object: Record<string, unknown> = {};
  for (const key of ["name", "__proto__", "constructor"]) setField(object, key, { of: key });
  expect(Object.entries(object)).toEqual([
    ["name", { of: "name" }],
    ["__proto__", { of: "__proto__" }],
    ["constructor", { of: "constructor" }],
  ]);
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
});
