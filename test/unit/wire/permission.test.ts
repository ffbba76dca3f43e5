import { PermissionFlagsBits } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { allPermissionBits, Permission } from "../../../src/wire/permission.ts";
import { bitsOf } from "../../../src/wire/permission-bits.ts";

/** Permissions that were renamed; discord-api-types lists both names. */
const renamed = {
  ManageEmojisAndStickers: "ManageGuildExpressions",
  UseVAD: "UseVad",
  SendTTSMessages: "SendTtsMessages",
};

test("matches the bits of discord-api-types without duplicates", () => {
  const theirs = Object.fromEntries(
    Object.entries(PermissionFlagsBits).map(([name, bit]) => [
      (renamed as Record<string, string>)[name] ?? name,
      bit,
    ]),
  );
  expect(Permission).toEqual(theirs);
  expect(new Set(Object.values(Permission)).size).toBe(52);
});

test("has bits 0 to 52 except 47", () => {
  expect(allPermissionBits).toBe(2n ** 53n - 1n - 2n ** 47n);
});

test("parses decimal digits of at most 64 bits", () => {
  expect(bitsOf("008")).toBe(8n);
  expect(bitsOf((2n ** 64n - 1n).toString())).toBe(2n ** 64n - 1n);
  for (const other of [(2n ** 64n).toString(), "", "-1", "0x8", "1e3", 8, 8n, null])
    expect(bitsOf(other)).toBe(undefined);
});
