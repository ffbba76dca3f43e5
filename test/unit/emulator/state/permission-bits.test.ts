import { PermissionFlagsBits } from "discord-api-types/v10";
import { expect, test } from "vitest";
import {
  allPermissions,
  directPermissions,
  joinPermissions,
  permissionBits,
  ordinaryPermissions,
} from "../../../../src/emulator/state/permission-book.ts";

function has(permissions: string, name: keyof typeof PermissionFlagsBits): boolean {
  return (BigInt(permissions) & PermissionFlagsBits[name]) !== 0n;
}

test("lets ordinary members talk and use commands, but not manage the guild", () => {
  expect(has(ordinaryPermissions, "SendMessages")).toBe(true);
  expect(has(ordinaryPermissions, "UseApplicationCommands")).toBe(true);
  expect(has(ordinaryPermissions, "UseEmbeddedActivities")).toBe(true);
  expect(has(ordinaryPermissions, "ManageGuild")).toBe(false);
  expect(has(ordinaryPermissions, "Administrator")).toBe(false);
});

test("allows external emoji in direct messages of the application itself", () => {
  const { AttachFiles, EmbedLinks, MentionEveryone, UseExternalEmojis } = PermissionFlagsBits;
  const elsewhere = AttachFiles | EmbedLinks | MentionEveryone;
  expect(directPermissions).toEqual({
    ofOthers: elsewhere.toString(),
    ofApplication: (elsewhere | UseExternalEmojis).toString(),
  });
});

test("combines roles, and grants an administrator all permissions", () => {
  expect(joinPermissions(["1", "4", "5"])).toBe("5");
  expect(joinPermissions([])).toBe("0");
  expect(joinPermissions(["1", "8"])).toBe(allPermissions);
  expect(has(allPermissions, "SendVoiceMessages")).toBe(true);
});

test("accepts only strings of digits", () => {
  expect(permissionBits("008", "permissions")).toBe("8");
  for (const other of [8, "all", "", (2n ** 64n).toString()])
    expect(() => permissionBits(other, "permissions")).toThrow("permissions is");
});
