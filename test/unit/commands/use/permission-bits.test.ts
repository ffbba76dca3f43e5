import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  administratorsOnly,
  allChannelsId,
  everyoneId,
  formatPermissions,
  hasPermissions,
  parsePermissions,
  permissionNames,
} from "../../../../src/commands/use/permission-bits.ts";
import { Permission } from "../../../../src/wire/permission.ts";

const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

test("parses formatted permissions", () => {
  fc.assert(fc.property(bits, (value) => parsePermissions(formatPermissions(value)) === value));
  expect(parsePermissions(administratorsOnly)).toBe(0n);
});

test.each([undefined, 8, -1n, "", "-1", "0x8", "1.5", " 8", String(2n ** 64n)])(
  "rejects the string %s",
  (value) => {
    expect(() => parsePermissions(value as string)).toThrow(
      /^text is .* permission bits as a decimal string/,
    );
  },
);

test.each([undefined, 8, "8", -1n, 2n ** 64n])("rejects the bits %s", (value) => {
  expect(() => formatPermissions(value as bigint)).toThrow(
    /^bits is .*, but must be permission bits: a bigint/,
  );
  expect(() => hasPermissions(0n, value as bigint)).toThrow(/^wanted is /);
  expect(() => permissionNames(value as bigint)).toThrow(/^bits is /);
});

describe("hasPermissions", () => {
  test("requires all wanted bits", () => {
    const wanted = Permission.ManageGuild | Permission.ManageRoles;
    expect(hasPermissions(wanted | Permission.Speak, wanted)).toBe(true);
    expect(hasPermissions(Permission.ManageGuild, wanted)).toBe(false);
    expect(hasPermissions(0n, 0n)).toBe(true);
  });

  test("accepts any permission for an administrator", () => {
    expect(hasPermissions(Permission.Administrator, Permission.BypassSlowmode)).toBe(true);
  });
});

test("returns the service's names, and `1 << n` for an unnamed bit", () => {
  expect(permissionNames(Permission.ManageGuild | Permission.SendTtsMessages | (1n << 60n))).toEqual([
    "MANAGE_GUILD",
    "SEND_TTS_MESSAGES",
    "1 << 60",
  ]);
  expect(permissionNames(0n)).toEqual([]);
});

test("derives the ids of everyone and of all channels from the guild's id", () => {
  expect(everyoneId("41771983423143937")).toBe("41771983423143937");
  expect(allChannelsId(41771983423143937n)).toBe("41771983423143936");
  expect(() => allChannelsId("0")).toThrow(/^guildId is not an id/);
});
