import { expect, test } from "vitest";
import { readDuration } from "../../../../src/emulator/base/fault.ts";

test.each([
  [0, 0],
  [1_500, 1_500],
  ["16m", 960_000],
  ["90s", 90_000],
  ["250ms", 250],
  ["1.5h", 5_400_000],
  [" 1h 30m", 5_400_000],
  ["1h30m5s", 5_405_000],
  ["3650d", 315_360_000_000],
])("parses %j as %i milliseconds", (text, ms) => {
  expect(readDuration(text, "time")).toBe(ms);
});

test.each([
  "",
  "16",
  "m",
  "16 minutes",
  "16M",
  "-1m",
  "1m, 2s",
  "3651d",
  -1,
  1.5,
  Number.NaN,
  1e15,
  undefined,
  [],
])("rejects %j", (value) => {
  expect(() => readDuration(value, "time")).toThrow(
    expect.objectContaining({ code: "invalid_argument", message: expect.stringContaining("time") }),
  );
});

test("rejects a long invalid string quickly", () => {
  for (const text of ["1s ".repeat(20_000), "1".repeat(50_000), `1s${" ".repeat(50_000)}`])
    expect(() => readDuration(`${text}x`, "time")).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
});
