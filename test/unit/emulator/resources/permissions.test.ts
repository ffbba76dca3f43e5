import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { readWorldInit, World } from "../../../../src/emulator/state/world.ts";
import { Permission } from "../../../../src/wire/permission.ts";
import { askApi } from "../../../setup/emulator/api.ts";
import { connectBot } from "../../../setup/emulator/gateway-bot.ts";
import { getAccessToken } from "../../../setup/emulator/players.ts";
import { call, type Service } from "../../../setup/emulator/requests.ts";

const guildId = "1234567890123456789";
const ping = { name: "ping", description: "Answers with pong" };

const emulator = await startEmulator({ world: { applications: [{ guilds: [guildId] }, {}] } });
afterAll(() => emulator.close());
const player = { ...emulator, application: emulator.applications[1] ?? expect.unreachable() };

describe("permissions", () => {
  it("require a user with the scope, and are erased by a rename or a deletion", async () => {
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
    const kept = { id, application_id: service.application.id, guild_id: guildId, permissions };
    expect((await call(service, "PUT", path, { permissions }, bearer)).body).toEqual(kept);
    expect((await call(service, "GET", `/guilds/${guildId}/commands/permissions`)).body).toEqual([kept]);

    await call(service, "PATCH", `/commands/${id}`, { description: "Says pong" });
    expect((await call(service, "GET", path)).body).toEqual(kept);
    await call(service, "PATCH", `/commands/${id}`, { name: "pong" });
    expect(await call(service, "GET", path)).toMatchObject({ body: { code: 10_066 } });
    await call(service, "PUT", path, { permissions }, bearer);
    await call(service, "DELETE", `/commands/${id}`);
    expect((await call(service, "GET", `/guilds/${guildId}/commands/permissions`)).body).toEqual([]);
  });

  it("are rejected with another application's token, and in a guild without the application", async () => {
    const token = await getAccessToken(emulator, "applications.commands.permissions.update");
    const bearer = { authorization: `Bearer ${token}` };
    const edit = async (service: Service, guild: string) =>
      call(service, "PUT", `/guilds/${guild}/commands/7/permissions`, { permissions: [] }, bearer);
    expect(await edit(emulator, "7")).toMatchObject({ status: 403, body: { code: 50_001 } });
    expect(await edit(emulator, guildId)).toMatchObject({ status: 404, body: { code: 10_063 } });
    expect(await edit(player, guildId)).toMatchObject({ status: 403, body: { code: 20_012 } });
  });

  it("can only be set by managers of the guild and its roles", async () => {
    const guild = {
      id: "7",
      name: "Reef",
      owner: "Ada",
      roles: [
        { name: "Keeper", permissions: String(Permission.ManageGuild | Permission.ManageRoles) },
        { name: "Half a keeper", permissions: String(Permission.ManageGuild) },
        { name: "Captain", permissions: String(Permission.Administrator) },
      ],
      members: [
        { player: "Grace", roles: ["Keeper"] },
        { player: "Alan", roles: ["Captain"] },
        { player: "Edsger", roles: ["Half a keeper"] },
        { player: "Barbara" },
      ],
    };
    const players = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Stranger"];
    const world = new World({ world: readWorldInit({ players, guilds: [guild] }, "world") });
    const { id } = world.applications[0];
    const path = `/applications/${id}/guilds/7/commands/${id}/permissions`;
    const edit = (name: string) => {
      const caller = { bot: false, scopes: "applications.commands.permissions.update" };
      const body = { permissions: [] };
      return askApi(world, "PUT", path, body, { ...caller, player: world.players.findOrAdd(name) });
    };
    for (const name of ["Ada", "Grace", "Alan"]) expect(await edit(name)).toMatchObject({ status: 200 });
    for (const name of ["Edsger", "Barbara"]) {
      const body = { code: 50_013, message: "Missing Permissions" };
      await expect(edit(name)).rejects.toMatchObject({ status: 403, body });
    }
    await expect(edit("Stranger")).rejects.toMatchObject({ status: 403, body: { code: 50_001 } });
  });

  it("are sent to the application's bot at the gateway when they change", async () => {
    await using bot = await connectBot(emulator, player.application);
    const { body } = await call(player, "POST", "/commands", { ...ping, name: "heard" });
    const token = await getAccessToken(player, "applications.commands.permissions.update");
    const permissions = [{ id: guildId, type: 1, permission: false }];
    const path = `/guilds/${guildId}/commands/${String(body["id"])}/permissions`;
    const edited = await call(player, "PUT", path, { permissions }, { authorization: `Bearer ${token}` });
    expect(edited).toMatchObject({ status: 200, body: { permissions } });
    expect((await bot.hearsOf("APPLICATION_COMMAND_PERMISSIONS_UPDATE")).d).toEqual(edited.body);
  });

  it("cannot be set for a whole guild, because the service has disabled it", async () => {
    const path = `/guilds/${guildId}/commands/permissions`;
    expect(await call(emulator, "PUT", path)).toMatchObject({ status: 405, body: { code: 0 } });
  });
});
