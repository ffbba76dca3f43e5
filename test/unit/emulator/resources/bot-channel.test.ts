import { expect, test } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import { askApi } from "../../../setup/emulator/api.ts";

const world = new World({
  world: {
    applications: [{ guilds: ["1"] }, {}],
    guilds: [
      { id: "1", name: "Reef", channels: [{ id: "11", name: "Bridge", type: 2, connectedBots: [] }] },
      { id: "2", name: "Wreck", channels: [{ id: "12", name: "Bridge", type: 2 }] },
    ],
  },
});
const direct = world.channels.ofApplication(world.applications[1]?.id ?? "", world.players.first);
const ask = (channelId: string, caller = {}) =>
  askApi(world, "PUT", `/channels/${channelId}/voice-status`, { status: "x" }, caller);

test.each([
  ["a channel that does not exist", "13", 404, 10_003],
  ["a channel of a guild that the application is not in", "12", 403, 50_001],
  ["direct messages of another application", direct.id, 403, 50_001],
  ["an id that is none", "bridge", 400, 50_035],
])("rejects %s", async (_, id, status, code) => {
  await expect(ask(id)).rejects.toMatchObject({ status, body: { code } });
});

test("rejects a token of a player or of the application itself", async () => {
  await expect(ask("11", { bot: false, player: world.players.first })).rejects.toMatchObject({ status: 401 });
  await expect(ask("11", { bot: false, scopes: "applications.commands.update" })).rejects.toMatchObject({
    status: 401,
  });
});

test("accepts the channels of the bot's guilds", async () => {
  expect(await ask("11")).toEqual({ status: 204 });
});
