import { expect, it } from "vitest";
import { memberPermissions } from "../../../../src/commands/use/permission-bits.ts";

const role = (id: string, permissions: string) => ({ id, name: id, position: 0, permissions });
const guild = {
  id: "1",
  name: "Reef",
  owner_id: "9",
  roles: [role("1", "1"), role("2", "2"), role("3", "8"), role("4", "4")],
};
const overwrite = (id: string, type: 0 | 1, allow: string, deny: string) => ({ id, type, allow, deny });
const all = (1n << 64n) - 1n;

it("combines permissions of everyone and roles, and returns all for the owner and administrators", () => {
  expect(memberPermissions(guild, { roles: [] })).toBe(1n);
  expect(memberPermissions(guild, { roles: ["2"], userId: "5" })).toBe(3n);
  expect(memberPermissions(guild, { roles: ["3"] })).toBe(all);
  expect(memberPermissions(guild, { roles: [], userId: "9" })).toBe(all);
});

it("applies channel overwrites of everyone, then of roles, then of the member", () => {
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
  const asked =
    (...given: unknown[]) =>
    () =>
      memberPermissions(...(given as Parameters<typeof memberPermissions>));
  expect(asked(5, { roles: [] })).toThrow("guild is a number, but must be an object.");
  expect(asked({ id: "1" }, { roles: [] })).toThrow("guild.roles is missing, but must be a list");
  expect(asked(guild, { userId: "5" })).toThrow("holder.roles is missing, but must be a list");
  expect(asked({ ...guild, roles: [null] }, { roles: [] })).toThrow(
    "guild.roles[0] is null, but must be an object.",
  );
  expect(asked(guild, { roles: ["x"] })).toThrow("holder.roles[0] is a string, but must be an id.");
  expect(asked(guild, { roles: [] }, 7)).toThrow("channel is a number, but must be an object.");
  const unreadable = Object.defineProperty({}, "id", {
    enumerable: true,
    get: () => {
      throw new Error("theirs");
    },
  });
  expect(asked(guild, { roles: [] }, unreadable)).toThrow("channel is missing, but must be an object.");
  expect(asked({ ...guild, roles: [role("1", "x")] }, { roles: [] })).toThrow("guild.roles[]");
  const channel = { id: "7", type: 0, permission_overwrites: [overwrite("1", 0, "x", "0")] };
  expect(asked(guild, { roles: [] }, channel)).toThrow("channel.permission_overwrites[].allow");
});
