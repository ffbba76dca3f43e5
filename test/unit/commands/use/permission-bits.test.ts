import * as fc from "fast-check";
import { describe, expect, test, it } from "vitest";
import {
  administratorsOnly,
  allChannelsId,
  everyoneId,
  formatPermissions,
  hasPermissions,
  parsePermissions,
  permissionNames,
} from "../../../../src/commands/use/permission-bits.ts";
import { memberPermissions } from "../../../../src/commands/use/member-permissions.ts";
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
  test("requires all requested bits", () => {
    const wanted = Permission.ManageGuild | Permission.ManageRoles;
    expect(hasPermissions(wanted | Permission.Speak, wanted)).toBe(true);
    expect(hasPermissions(Permission.ManageGuild, wanted)).toBe(false);
    expect(hasPermissions(0n, 0n)).toBe(true);
  });

  test("accepts any permission for an administrator", () => {
    expect(hasPermissions(Permission.Administrator, Permission.BypassSlowmode)).toBe(true);
  });
});

test("returns the service's names for bits, or `1 << n` for an unnamed bit", () => {
  expect(permissionNames(Permission.ManageGuild | Permission.SendTtsMessages | (1n << 60n))).toEqual([
    "MANAGE_GUILD",
    "SEND_TTS_MESSAGES",
    "1 << 60",
  ]);
  expect(permissionNames(0n)).toEqual([]);
});

test("derives the ids of everyone and of all channels from the guild id", () => {
  expect(everyoneId("41771983423143937")).toBe("41771983423143937");
  expect(allChannelsId(41771983423143937n)).toBe("41771983423143936");
  expect(() => allChannelsId("0")).toThrow(/^guildId is not an id/);
});

describe("memberPermissions", () => {
  const role = (id: string, permissions: string) => ({ id, name: id, position: 0, permissions });
  const guild = {
    id: "1",
    name: "Reef",
    owner_id: "9",
    roles: [role("1", "1"), role("2", "2"), role("3", "8"), role("4", "4")],
  };
  const overwrite = (id: string, type: 0 | 1, allow: string, deny: string) => ({ id, type, allow, deny });
  const all = (1n << 64n) - 1n;

  it("combines everyone's and the roles' permissions and returns all permissions for the owner and administrators", () => {
    expect(memberPermissions(guild, { roles: [] })).toBe(1n);
    expect(memberPermissions(guild, { roles: ["2"], userId: "5" })).toBe(3n);
    expect(memberPermissions(guild, { roles: ["3"] })).toBe(all);
    expect(memberPermissions(guild, { roles: [], userId: "9" })).toBe(all);
  });

  it("applies channel overwrites for everyone, then for roles, then for the member", () => {
    const channel = {
      id: "7",
      type: 0,
      permission_overwrites: [
        overwrite("5", 1, "1", "16"),
        overwrite("2", 0, "16", "2"),
        overwrite("4", 0, "2", "0"),
        overwrite("1", 0, "32", "1"),
      ],
    } as const;
    expect(memberPermissions(guild, { roles: [] }, channel)).toBe(32n);
    expect(memberPermissions(guild, { roles: ["2"] }, channel)).toBe(48n);
    // An allowing role takes precedence over a denying one.
    expect(memberPermissions(guild, { roles: ["2", "4"] }, channel)).toBe(54n);
    expect(memberPermissions(guild, { roles: ["2"], userId: "5" }, channel)).toBe(33n);
    expect(memberPermissions(guild, { roles: [] }, { id: "7", type: 0 })).toBe(1n);
  });

  it("rejects invalid guilds, holders and channels", () => {
    const requested =
      (...given: unknown[]) =>
      () =>
        memberPermissions(...(given as Parameters<typeof memberPermissions>));
    expect(requested(5, { roles: [] })).toThrow("guild is a number, but must be an object.");
    expect(requested({ id: "1" }, { roles: [] })).toThrow("guild.roles is missing, but must be a list");
    expect(requested(guild, { userId: "5" })).toThrow("holder.roles is missing, but must be a list");
    expect(requested({ ...guild, roles: [null] }, { roles: [] })).toThrow(
      "guild.roles[0] is null, but must be an object.",
    );
    expect(requested(guild, { roles: ["x"] })).toThrow("holder.roles[0] is a string, but must be an id.");
    expect(requested(guild, { roles: [] }, 7)).toThrow("channel is a number, but must be an object.");
    const unreadable = Object.defineProperty({}, "id", {
      enumerable: true,
      get: () => {
        throw new Error("theirs");
      },
    });
    expect(requested(guild, { roles: [] }, unreadable)).toThrow("channel is missing, but must be an object.");
    expect(requested({ ...guild, roles: [role("1", "x")] }, { roles: [] })).toThrow("guild.roles[]");
    const channel = { id: "7", type: 0, permission_overwrites: [overwrite("1", 0, "x", "0")] };
    expect(requested(guild, { roles: [] }, channel)).toThrow("channel.permission_overwrites[].allow");
  });
});
