import { expect, it } from "vitest";
import {
  describeGuildChannel,
  describeWholeGuild,
} from "../../../../src/emulator/state/described-guild.ts";
import { World } from "../../../../src/emulator/state/world.ts";

const world = new World({
  world: { players: ["Ada"], guilds: [{ id: "30", name: "Reef", owner: "Ada", roles: [{ name: "Crew" }] }] },
});
const guild = world.guilds.byId("30") ?? expect.unreachable();
const [application] = world.applications;

it("describes a guild with its owner and roles, including the bot's role", () => {
  expect(describeWholeGuild(guild, application)).toMatchObject({
    id: "30",
    owner_id: world.players.first.id,
    roles: [{ id: "30" }, { name: "Crew" }, { managed: true, tags: { bot_id: application.id } }],
  });
  // Only the gateway sends this field.
  expect(describeWholeGuild(guild, application)).not.toHaveProperty("voice_states");
});

it("describes a channel with its position and without overwrites", () => {
  const [channel] = guild.channels;
  expect(channel && describeGuildChannel(channel, 3)).toMatchObject({
    guild_id: "30",
    position: 3,
    permission_overwrites: [],
  });
});
