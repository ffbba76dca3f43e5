import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import type { PermissionOverwrite } from "../../../../src/wire/command.ts";
import { Permission } from "../../../../src/wire/permission.ts";
import { callApi } from "../../../setup/emulator/api.ts";
import { connectBot } from "../../../setup/emulator/gateway-bot.ts";
import { getAccessToken } from "../../../setup/emulator/players.ts";
import { call } from "../../../setup/emulator/requests.ts";

const guildId = "1234567890123456789";
const ping = { name: "ping", description: "Answers with pong" };

const emulator = await startEmulator({ world: { applications: [{ guilds: [guildId] }, {}] } });
afterAll(() => emulator.close());
const player = { ...emulator, application: emulator.applications[1] ?? expect.unreachable() };

describe("permissions", () => {
  it("require a user with the scope and are erased when the command is renamed or deleted", async () => {
    const service = player;
    const { body } = await call(service, "POST", "/commands", ping);
    const id = String(body["id"]);
    const path = `/guilds/${guildId}/commands/${id}/permissions`;
    const permissions = [{ id: guildId, type: 1, permission: false }];
    expect(await call(service, "PUT", path, { permissions })).toMatchObject({
      status: 403,
      body: { code: 20_001 },
    });
    const weak = await getAccessToken(player, "identify");
    const refused = await call(service, "PUT", path, { permissions }, { authorization: `Bearer ${weak}` });
    expect(refused).toMatchObject({ status: 401, body: { code: 50_026 } });

    const token = await getAccessToken(player, "applications.commands.permissions.update");
    const bearer = { authorization: `Bearer ${token}` };
    expect(await call(service, "GET", path)).toMatchObject({ status: 404, body: { code: 10_066 } });
    const stored = { id, application_id: service.application.id, guild_id: guildId, permissions };
    expect((await call(service, "PUT", path, { permissions }, bearer)).body).toEqual(stored);
    expect((await call(service, "GET", `/guilds/${guildId}/commands/permissions`)).body).toEqual([stored]);

    await call(service, "PATCH", `/commands/${id}`, { description: "Says pong" });
    expect((await call(service, "GET", path)).body).toEqual(stored);
    await call(service, "PATCH", `/commands/${id}`, { name: "pong" });
    expect(await call(service, "GET", path)).toMatchObject({ body: { code: 10_066 } });
    await call(service, "PUT", path, { permissions }, bearer);
    await call(service, "DELETE", `/commands/${id}`);
    expect((await call(service, "GET", `/guilds/${guildId}/commands/permissions`)).body).toEqual([]);
  });

  it("are sent to the application's bot at the gateway when they change", async () => {
    await using bot = await connectBot(emulator, player.application);
    const { body } = await call(player, "POST", "/commands", { ...ping, name: "heard" });
    const token = await getAccessToken(player, "applications.commands.permissions.update");
    const permissions = [{ id: guildId, type: 1, permission: false }];
    const path = `/guilds/${guildId}/commands/${String(body["id"])}/permissions`;
    const edited = await call(player, "PUT", path, { permissions }, { authorization: `Bearer ${token}` });
    expect(edited).toMatchObject({ status: 200, body: { permissions } });
    expect((await bot.receivesEvent("APPLICATION_COMMAND_PERMISSIONS_UPDATE")).d).toEqual(edited.body);
  });

  it("cannot be set for a whole guild, because the service has disabled that request", async () => {
    const path = `/guilds/${guildId}/commands/permissions`;
    expect(await call(emulator, "PUT", path)).toMatchObject({ status: 405, body: { code: 0 } });
  });
});

describe("the right to edit permissions", () => {
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
            { id: "11", name: "Deckhands", permissions: bits(ManageGuild) },
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
  const pingId = world.applications[0].commands.list("global")[0]?.id ?? expect.unreachable();
  const playerOf = (name: string) =>
    world.players.all.find((one) => one.name === name) ?? expect.unreachable();

  async function edit(name: string, permissions: readonly PermissionOverwrite[], commandId = pingId) {
    const caller = { bot: false, player: playerOf(name), scopes: "applications.commands.permissions.update" };
    const path = `/applications/5/guilds/1000/commands/${commandId}/permissions`;
    const { status } = await callApi(world, "PUT", path, { permissions }, caller).catch(
      (refusal: { body: { code: number } }) => ({ status: refusal.body.code }),
    );
    return status;
  }
  const role = (id: string): PermissionOverwrite => ({ id, type: 1, permission: true });
  const user = (name: string): PermissionOverwrite => ({ id: playerOf(name).id, type: 2, permission: true });
  const general: PermissionOverwrite = { id: "21", type: 3, permission: true };

  describe("permission editors", () => {
    it.each([
      ["Owner", 200],
      ["Admin", 200],
      ["Captain", 200],
      ["Officer", 200],
      ["Deckhand", 50_013],
      ["Stranger", 50_001],
    ])("need permission to manage the guild and its roles (%s, %i)", async (name, status) => {
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
      "are limited to roles and members that the editor manages (%s, %o, %i)",
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

  it("reports an unknown command only to editors with permission", async () => {
    expect(await edit("Captain", [], "7")).toBe(10_063);
    expect(await edit("Deckhand", [], "7")).toBe(50_013);
  });
});
