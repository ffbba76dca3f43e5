import { expect, test } from "vitest";
import { takeSlice } from "../../../../src/interactions/endpoint/verify.ts";

test("returns slices of the given length that do not overlap", () => {
  const slices = Array.from({ length: 200 }, (_, index) => takeSlice(1000).fill(index));
  for (const [index, slice] of slices.entries())
    expect([slice.length, slice.at(0), slice.at(-1)]).toEqual([1000, index, index]);
});

test("takes small slices from one array, and allocates large ones", () => {
  const [one, two] = [takeSlice(0), takeSlice(0)];
  expect(one.buffer).toBe(two.buffer);
  expect(takeSlice(4097).buffer.byteLength).toBe(4097);
});

test("does not advance for an invalid length", () => {
  const before = takeSlice(0).byteOffset;
  expect(takeSlice(0.5).length).toBe(0);
  expect(() => takeSlice(-1)).toThrow(RangeError);
  expect(takeSlice(0).byteOffset).toBe(before);
});
