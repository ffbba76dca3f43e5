import { describe, expect, it } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import type { PermissionOverwrite } from "../../../../src/wire/command.ts";
import { Permission } from "../../../../src/wire/permission.ts";
import { askApi } from "../../../setup/emulator/api.ts";

const { ManageGuild, ManageRoles, ManageChannels, Administrator, UseApplicationCommands } = Permission;
const bits = (...some: bigint[]) => some.reduce((all, one) => all | one, 0n).toString();

/** Ranks: Deckhands 1, Officers 2, Captains 3. */
const world = new World({
  world: {
    players: ["Owner", "Captain", "Officer", "Deckhand", "Admin", "Stranger"].map((name, index) => ({
      name,
      id: `${101 + index}`,
    })),
    applications: [{ id: "5", commands: [{ name: "ping", description: "Pong" }] }],
    guilds: [
      {
        id: "1000",
        name: "Reef",
        owner: "Owner",
        permissions: bits(UseApplicationCommands, Permission.ViewChannel, Permission.SendMessages),
        roles: [
          { id: "11", name: "Deckhands" },
          { id: "12", name: "Officers", permissions: bits(ManageGuild, ManageRoles) },
          { id: "13", name: "Captains", permissions: bits(ManageGuild, ManageRoles, ManageChannels) },
          { id: "14", name: "Admins", permissions: bits(Administrator) },
        ],
        channels: [{ id: "21", name: "general" }],
        members: [
          { player: "Captain", roles: ["Captains"] },
          { player: "Officer", roles: ["Officers"] },
          { player: "Deckhand", roles: ["Deckhands"] },
          { player: "Admin", roles: ["Admins"] },
        ],
      },
    ],
  },
});
const ping = world.commandsOf("5").list("global")[0]?.id ?? expect.unreachable();
const playerOf = (name: string) => world.players.all.find((one) => one.name === name) ?? expect.unreachable();

async function edit(name: string, permissions: readonly PermissionOverwrite[], commandId = ping) {
  const caller = { bot: false, player: playerOf(name), scopes: "applications.commands.permissions.update" };
  const path = `/applications/5/guilds/1000/commands/${commandId}/permissions`;
  const { status } = await askApi(world, "PUT", path, { permissions }, caller).catch(
    (refusal: { body: { code: number } }) => ({ status: refusal.body.code }),
  );
  return status;
}
const role = (id: string): PermissionOverwrite => ({ id, type: 1, permission: true });
const user = (name: string): PermissionOverwrite => ({ id: playerOf(name).id, type: 2, permission: true });
const general: PermissionOverwrite = { id: "21", type: 3, permission: true };

describe("editors of permissions", () => {
  it.each([
    ["Owner", 200],
    ["Admin", 200],
    ["Captain", 200],
    ["Officer", 200],
    ["Deckhand", 50_013],
    ["Stranger", 50_001],
  ])("must manage the guild and its roles: %s: %i", async (name, status) => {
    expect(await edit(name, [])).toBe(status);
    expect(await edit(name, [], "5")).toBe(status);
  });
});

describe("overwrites", () => {
  it.each<[string, PermissionOverwrite, number]>([
    ["Officer", role("1000"), 200],
    ["Officer", role("11"), 200],
    ["Officer", role("12"), 50_013],
    ["Officer", role("13"), 50_013],
    ["Officer", role("998"), 200],
    ["Officer", user("Officer"), 200],
    ["Officer", user("Deckhand"), 200],
    ["Officer", user("Captain"), 50_013],
    ["Officer", user("Owner"), 50_013],
    ["Officer", user("Stranger"), 200],
    ["Officer", general, 50_013],
    ["Captain", general, 200],
    ["Captain", role("12"), 200],
    ["Admin", role("14"), 200],
    ["Admin", user("Owner"), 200],
    ["Owner", role("14"), 200],
  ])(
    "are limited to the roles and members that the editor manages: %s, %o: %i",
    async (name, overwrite, status) => {
      expect(await edit(name, [overwrite])).toBe(status);
      expect(await edit("Owner", [])).toBe(200);
    },
  );
});

it("requires that the editor can use the command", async () => {
  expect(await edit("Owner", [{ ...role("12"), permission: false }])).toBe(200);
  expect(await edit("Officer", [])).toBe(50_013);
  expect(await edit("Captain", [])).toBe(200);
  expect(await edit("Officer", [])).toBe(200);
});

it("reports an unknown command only to permitted editors", async () => {
  expect(await edit("Captain", [], "7")).toBe(10_063);
  expect(await edit("Deckhand", [], "7")).toBe(50_013);
});
