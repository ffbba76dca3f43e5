import { expect, test } from "vitest";
import { parseHex } from "../../../../src/interactions/endpoint/verify.ts";

test("parses digits of either case", () => {
  expect(parseHex("00fFaB09", 4)).toEqual(new Uint8Array([0, 255, 171, 9]));
  expect(parseHex("", 0)).toEqual(new Uint8Array());
});

test.each(["0", "000", "0g", "g0", "0 ", "0\u0100", "\u01000", "0\u{1F49C}", "/0", ":0"])(
  "returns `undefined` for %j",
  (text) => {
    expect(parseHex(text, 1)).toBeUndefined();
  },
);
