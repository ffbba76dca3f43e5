import { expect, test } from "vitest";
import { bitsOf } from "../../../src/wire/permission-bits.ts";

test("parses decimal digits of at most 64 bits", () => {
  expect(bitsOf("008")).toBe(8n);
  expect(bitsOf((2n ** 64n - 1n).toString())).toBe(2n ** 64n - 1n);
  for (const other of [(2n ** 64n).toString(), "", "-1", "0x8", "1e3", 8, 8n, null])
    expect(bitsOf(other)).toBe(undefined);
});
