import { expect, it } from "vitest";
import {
  describeGuildChannel,
  describeWholeGuild,
} from "../../../../src/emulator/state/described-whole-guild.ts";
import { World } from "../../../../src/emulator/state/world.ts";

const world = new World({
  world: { players: ["Ada"], guilds: [{ id: "30", name: "Reef", owner: "Ada", roles: [{ name: "Crew" }] }] },
});
const guild = world.guilds.byId("30") ?? expect.unreachable();
const [application] = world.applications;

it("a guild has its owner, its roles, and the one of the bot above them", () => {
  expect(describeWholeGuild(guild, application)).toMatchObject({
    id: "30",
    owner_id: world.players.first.id,
    roles: [{ id: "30" }, { name: "Crew" }, { managed: true, tags: { bot_id: application.id } }],
  });
  // What the gateway alone tells.
  expect(describeWholeGuild(guild, application)).not.toHaveProperty("voice_states");
});

it("a channel has its place, and no overwrites", () => {
  const [channel] = guild.channels;
  expect(channel && describeGuildChannel(channel, 3)).toMatchObject({
    guild_id: "30",
    position: 3,
    permission_overwrites: [],
  });
});
