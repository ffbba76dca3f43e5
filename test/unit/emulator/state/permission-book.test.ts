import { PermissionFlagsBits } from "discord-api-types/v10";
import { expect, test, it } from "vitest";
import {
  PermissionBook,
  everyPermission,
  directPermissions,
  joinPermissions,
  permissionBits,
  ordinaryPermissions,
  listPermissionChanges,
} from "../../../../src/emulator/state/permission-book.ts";

const overwrites = [{ id: "7", type: 1, permission: true }] as const;
const unknown = expect.objectContaining({ status: 404, body: expect.objectContaining({ code: 10_066 }) });

test("keeps overwrites per guild and command without unknown fields", () => {
  const book = new PermissionBook("1");
  const given = overwrites.map((overwrite) => ({ ...overwrite, newer: 1 }));
  const stored = book.set("9", "5", given);
  expect(stored).toEqual({ id: "5", application_id: "1", guild_id: "9", permissions: overwrites });
  expect([book.get("9", "5"), book.list("9")]).toEqual([stored, [stored]]);
  expect(() => book.get("9", "6")).toThrow(unknown);
  expect(() => book.get("8", "5")).toThrow(unknown);
  expect(book.list("8")).toEqual([]);
});

test("replaces the previous overwrites", () => {
  const book = new PermissionBook("1");
  book.set("9", "5", overwrites);
  const others = [{ id: "8", type: 3, permission: false }] as const;
  book.set("9", "5", others);
  expect(book.get("9", "5").permissions).toEqual(others);
});

test("removes a command when its overwrites become empty", () => {
  const book = new PermissionBook("1");
  book.set("9", "5", overwrites);
  expect(book.set("9", "5", []).permissions).toEqual([]);
  expect(() => book.get("9", "5")).toThrow(unknown);
  expect(book.list("9")).toEqual([]);
});

test("erases a command's overwrites in every guild", () => {
  const book = new PermissionBook("1");
  for (const guild of ["8", "9"]) for (const command of ["5", "6"]) book.set(guild, command, overwrites);
  book.erase("5");
  expect(["8", "9"].map((guild) => book.list(guild).map(({ id }) => id))).toEqual([["6"], ["6"]]);
});

function has(permissions: string, name: keyof typeof PermissionFlagsBits): boolean {
  return (BigInt(permissions) & PermissionFlagsBits[name]) !== 0n;
}

test("lets ordinary members talk and use commands but not manage the guild", () => {
  expect(has(ordinaryPermissions, "SendMessages")).toBe(true);
  expect(has(ordinaryPermissions, "UseApplicationCommands")).toBe(true);
  expect(has(ordinaryPermissions, "UseEmbeddedActivities")).toBe(true);
  expect(has(ordinaryPermissions, "ManageGuild")).toBe(false);
  expect(has(ordinaryPermissions, "Administrator")).toBe(false);
});

test("allows external emoji in direct messages with the application itself", () => {
  const { AttachFiles, EmbedLinks, MentionEveryone, UseExternalEmojis } = PermissionFlagsBits;
  const elsewhere = AttachFiles | EmbedLinks | MentionEveryone;
  expect(directPermissions).toEqual({
    ofOthers: elsewhere.toString(),
    ofApplication: (elsewhere | UseExternalEmojis).toString(),
  });
});

test("combines roles' permissions and grants administrators all permissions", () => {
  expect(joinPermissions(["1", "4", "5"])).toBe("5");
  expect(joinPermissions([])).toBe("0");
  expect(joinPermissions(["1", "8"])).toBe(everyPermission);
  expect(has(everyPermission, "SendVoiceMessages")).toBe(true);
});

test("accepts only digit strings", () => {
  expect(permissionBits("008", "permissions")).toBe("8");
  for (const other of [8, "all", "", (2n ** 64n).toString()])
    expect(() => permissionBits(other, "permissions")).toThrow("permissions is");
});

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
