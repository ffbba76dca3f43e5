import { PermissionFlagsBits } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { allPermissions, Permission } from "../../../src/wire/permission.ts";

/** The same permissions with other names: those were renamed, and both stand in the list. */
const renamed = {
  ManageEmojisAndStickers: "ManageGuildExpressions",
  UseVAD: "UseVad",
  SendTTSMessages: "SendTtsMessages",
};

test("the bits are those of discord-api-types, each once", () => {
  const theirs = Object.fromEntries(
    Object.entries(PermissionFlagsBits).map(([name, bit]) => [
      (renamed as Record<string, string>)[name] ?? name,
      bit,
    ]),
  );
  expect(Permission).toEqual(theirs);
  expect(new Set(Object.values(Permission)).size).toBe(52);
});

test("all permissions are bits 0 to 52 without 47", () => {
  expect(allPermissions).toBe(2n ** 53n - 1n - 2n ** 47n);
});
