import { expect, test } from "vitest";
import { takeSlice } from "../../../../src/interactions/endpoint/raw-body.ts";

test("a slice has its length, and shares no byte with another", () => {
  const slices = Array.from({ length: 200 }, (_, index) => takeSlice(1000).fill(index));
  for (const [index, slice] of slices.entries())
    expect([slice.length, slice.at(0), slice.at(-1)]).toEqual([1000, index, index]);
});

test("small ones come from one array, long ones have their own", () => {
  const [one, two] = [takeSlice(0), takeSlice(0)];
  expect(one.buffer).toBe(two.buffer);
  expect(takeSlice(4097).buffer.byteLength).toBe(4097);
});

test("a length that is none moves nothing", () => {
  const before = takeSlice(0).byteOffset;
  expect(takeSlice(0.5).length).toBe(0);
  expect(() => takeSlice(-1)).toThrow(RangeError);
  expect(takeSlice(0).byteOffset).toBe(before);
});
