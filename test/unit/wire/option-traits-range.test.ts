import { expect, test } from "vitest";
import { isInRange, isIntegerType, rangeOf } from "../../../src/wire/option-traits.ts";

test("limits INTEGER to exact whole numbers and NUMBER to 2^53", () => {
  expect([isIntegerType(4), isIntegerType(10)]).toEqual([true, false]);
  expect([rangeOf(4).most, rangeOf(10).most]).toEqual([2 ** 53 - 1, 2 ** 53]);
  expect([rangeOf(4).least, rangeOf(10).least]).toEqual([-(2 ** 53) + 1, -(2 ** 53)]);
});

test.each<[unknown, boolean, boolean]>([
  [0, true, true],
  [0.5, false, true],
  [2 ** 53 - 1, true, true],
  [2 ** 53, false, true],
  [-(2 ** 53), false, true],
  [2 ** 53 + 2, false, false],
  [-(2 ** 53) - 2, false, false],
  [Number.NaN, false, false],
  [Infinity, false, false],
  ["1", false, false],
])("for %j, `isInRange` returns %j as an INTEGER and %j as a NUMBER", (value, integer, number) => {
  expect([isInRange(value, 4), isInRange(value, 10)]).toEqual([integer, number]);
});
