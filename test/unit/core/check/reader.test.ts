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
])("%o is called what it is, and not shown", (value, kind) => {
  expect(kindOf(value)).toBe(kind);
});

it("A refusal names the argument, what it is and what it must be", () => {
  expect(wrongArgument("port", "s3cret", "a number from 1 to 65535")).toMatchObject({
    type: 6,
    code: "invalid_argument",
    message: "port is a string, but must be a number from 1 to 65535.",
  });
  const told = wrongArgument("port", 0, "above 0", { code: "invalid_port", hint: "Leave it out." });
  expect(told).toMatchObject({ code: "invalid_port", hint: "Leave it out." });
});
