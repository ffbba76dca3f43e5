import { expect, it } from "vitest";
import { describeGatewayGuild } from "../../../../src/emulator/gateway/identify.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { GatewayIntent } from "../../../../src/wire/gateway.ts";

const channels = [
  { id: "21", name: "general" },
  { id: "22", name: "thread", type: 11, parent: "general" },
] as const;
const world = new World({
  world: {
    players: ["Ada", "Grace", "Outsider"],
    applications: [{ name: "Reef", permissions: "8" }],
    guilds: [
      {
        id: "11",
        name: "Divers",
        banner: "a_1",
        owner: "Ada",
        locale: "de",
        channels,
        members: [{ player: "Grace" }],
      },
    ],
  },
});
const [application] = world.applications;
const [guild] = world.guilds.all;
const describe = (intents: number) =>
  guild && describeGatewayGuild(guild, { application, intents, shard: [0, 1] });

it("includes channels, threads, the bot as a member, and a role with its permissions", () => {
  expect(describe(0)).toMatchObject({
    id: "11",
    name: "Divers",
    preferred_locale: "de",
    owner_id: world.players.first.id,
    channels: [{ id: "21", name: "general", type: 0, guild_id: "11", parent_id: null }],
    threads: [{ id: "22", parent_id: "21" }],
    banner: "a_1",
    roles: [
      { id: "11", name: "@everyone" },
      { id: application.id, name: "Reef", permissions: "8", managed: true, tags: { bot_id: application.id } },
    ],
    members: [{ user: { id: application.id, bot: true }, roles: [application.id] }],
    member_count: 3,
  });
});

it("includes the other members with the presences intent", () => {
  expect(describe(GatewayIntent.GuildPresences)).toMatchObject({
    members: [{ user: { username: "ada" } }, { user: { username: "grace" } }, { user: { bot: true } }],
  });
});
