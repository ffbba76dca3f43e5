import { expect, test } from "vitest";
import {
  longestSeconds,
  parseTimestamp,
  parseSeconds,
  parseSecondsText,
} from "../../../../src/core/request/response.ts";

test.each([
  [0, 0],
  [3600.5, 3600.5],
  [longestSeconds + 1, longestSeconds],
  [1e300, longestSeconds],
  [Infinity, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  [null, undefined],
  [undefined, undefined],
  ["7", undefined],
  [true, undefined],
  [7n, undefined],
  [Symbol("7"), undefined],
])("parses %o as %o seconds", (value, seconds) => {
  expect(parseSeconds(value)).toBe(seconds);
});

test("keeps the longest duration within the range of dates", () => {
  expect(new Date(Date.UTC(2200, 0) + longestSeconds * 1000).getTime()).not.toBeNaN();
});

test.each([
  [0, 0],
  [8.64e15, 8.64e15],
  [8.64e15 + 1, undefined],
  [-1e300, undefined],
  [Infinity, undefined],
  [Number.NaN, undefined],
  ["7", undefined],
])("parses %o as the time %o", (value, moment) => {
  expect(parseTimestamp(value)).toBe(moment);
});

test.each([
  ["0.25", 0.25],
  [" 7 ", 7],
  ["9".repeat(300), longestSeconds],
  ["9".repeat(400), undefined],
  ["soon", undefined],
  ["-1", undefined],
  ["", undefined],
  [" ", undefined],
  [null, undefined],
])("parses the header %j as %o seconds", (header, seconds) => {
  expect(parseSecondsText(header)).toBe(seconds);
});
