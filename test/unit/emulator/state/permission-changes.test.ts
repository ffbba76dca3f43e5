import { expect, it } from "vitest";
import { listPermissionChanges } from "../../../../src/emulator/state/permission-book.ts";

const role = (id: string, permission: boolean) => ({ id, type: 1, permission }) as const;

it("lists added, changed and removed overwrites by id", () => {
  const user = { id: "1", type: 2, permission: true } as const;
  const before = [role("1", true), role("2", true), role("3", true)];
  expect(listPermissionChanges(before, [role("1", true), role("2", false), user])).toEqual([
    { key: "2", old_value: role("2", true), new_value: role("2", false) },
    { key: "3", old_value: role("3", true) },
    { key: "1", new_value: user },
  ]);
  expect(listPermissionChanges([], [])).toEqual([]);
});
