import { expect, it } from "vitest";
import { kindOf, wrongArgument } from "../../../../src/core/check/readers.ts";

it.each<[unknown, string]>([
  [undefined, "missing"],
  [null, "null"],
  ["", "an empty string"],
  [Number.NaN, "NaN"],
  [[], "a list"],
  [{}, "an object"],
  [7, "a number"],
  ["s3cret", "a string"],
  [() => undefined, "a function"],
])("names the kind of %o without its value", (value, kind) => {
  expect(kindOf(value)).toBe(kind);
});

it("names the argument, its kind and the expected value in the error", () => {
  expect(wrongArgument("port", "s3cret", "a number from 1 to 65535")).toMatchObject({
    type: 6,
    code: "invalid_argument",
    message: "port is a string, but must be a number from 1 to 65535.",
  });
  const told = wrongArgument("port", 0, "above 0", { code: "invalid_port", hint: "Leave it out." });
  expect(told).toMatchObject({ code: "invalid_port", hint: "Leave it out." });
});
