import { describe, expect, test } from "vitest";
import { spread } from "../../setup/spread.ts";

describe("Files that take long are spread", () => {
  test.each([0, 1, 2, 29, 30, 31, 100, 900])("and none of %i is lost or run twice", (count) => {
    const files = Array.from({ length: count }, (_, index) => index);
    expect(spread(files).toSorted((a, b) => a - b)).toEqual(files);
  });

  test("over the first half of the others, which keep their order", () => {
    const files = Array.from({ length: 60 }, (_, index) => index);
    const order = spread(files);
    expect([order.indexOf(0), order.indexOf(1)]).toEqual([0, 15]);
    expect(order.filter((file) => file > 1)).toEqual(files.slice(2));
  });
});
