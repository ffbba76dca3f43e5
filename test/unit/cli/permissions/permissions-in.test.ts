import { expect, it } from "vitest";
import { permissionsIn } from "../../../../src/cli/permissions/open-guild.ts";

const role = (id: string, permissions: string) => ({ id, name: id, position: 0, permissions });
const guild = {
  id: "1",
  name: "Reef",
  owner_id: "9",
  roles: [role("1", "1"), role("2", "2"), role("3", "8"), role("4", "4")],
};
const overwrite = (id: string, type: 0 | 1, allow: string, deny: string) => ({ id, type, allow, deny });
const all = (1n << 64n) - 1n;

it("is what everyone and the roles have, and everything for the owner and administrators", () => {
  expect(permissionsIn(guild, { roles: [] }, undefined)).toBe(1n);
  expect(permissionsIn(guild, { roles: ["2"], userId: "5" }, undefined)).toBe(3n);
  expect(permissionsIn(guild, { roles: ["3"] }, undefined)).toBe(all);
  expect(permissionsIn(guild, { roles: [], userId: "9" }, undefined)).toBe(all);
});

it("is changed in a channel: for everyone, then for roles, then for the member", () => {
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
  expect(permissionsIn(guild, { roles: [] }, channel)).toBe(32n);
  expect(permissionsIn(guild, { roles: ["2"] }, channel)).toBe(48n);
  // What one role allows goes before what another denies.
  expect(permissionsIn(guild, { roles: ["2", "4"] }, channel)).toBe(54n);
  expect(permissionsIn(guild, { roles: ["2"], userId: "5" }, channel)).toBe(33n);
  expect(permissionsIn(guild, { roles: [] }, { id: "7", type: 0 })).toBe(1n);
});
