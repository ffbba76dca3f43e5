import { expect, it } from "vitest";
import {
  readIdentify,
  isOfSession,
  welcome,
  describeGatewayGuild,
} from "../../../../src/emulator/gateway/identify.ts";
import { GatewayIntent } from "../../../../src/wire/gateway.ts";
import { createIdentity, collect } from "../../../setup/emulator/gateway-session.ts";
import { GatewaySession } from "../../../../src/emulator/gateway/sessions.ts";
import { World } from "../../../../src/emulator/state/world.ts";

const privileged = createIdentity({ privilegedIntents: true });
const d = { token: privileged.application.botToken, properties: {}, intents: GatewayIntent.GuildMembers };

it("reads the application, intents, shard and compression", () => {
  expect(readIdentify(privileged.world, { ...d, shard: [1, 2] })).toEqual({
    application: privileged.application,
    intents: 2,
    shard: [1, 2],
    compresses: false,
  });
  expect(readIdentify(privileged.world, d).shard).toEqual([0, 1]);
  expect(readIdentify(privileged.world, { ...d, shard: null }).shard).toEqual([0, 1]);
});

it("rejects a privileged intent that the application no longer has", () => {
  privileged.application.settings = { flags: 0 };
  expect(() => readIdentify(privileged.world, d)).toThrow("Disallowed intent(s).");
});

function identify(init: object, more: object) {
  const { world, identity, application } = createIdentity(init, more);
  const session = new GatewaySession(identity);
  const outlet = collect();
  session.outlet = outlet;
  welcome(world, session, "ws://127.0.0.1/gateway", 9);
  return { world, application, session, messages: outlet.messages };
}

it("sends READY, then the guilds if the bot has the intent", () => {
  const { application, session, messages } = identify({ name: "Reef" }, { intents: GatewayIntent.Guilds });
  expect(messages[0]).toMatchObject({
    t: "READY",
    d: {
      v: 9,
      user: { id: application.id, username: "Reef" },
      guilds: [{ id: "11", unavailable: true }],
      session_id: session.id,
      resume_gateway_url: "ws://127.0.0.1/gateway",
      shard: [0, 1],
      application: { id: application.id, flags: 256, flags_new: "256" },
    },
  });
  expect(messages.slice(1)).toMatchObject([{ t: "GUILD_CREATE", d: { id: "11", name: "Divers" } }]);
  expect(identify({}, {}).messages.map(({ t }) => t)).toEqual(["READY"]);
});

it("excludes other shards' guilds and guilds without the application", () => {
  expect(identify({ guilds: [] }, { intents: 1 }).messages).toMatchObject([{ d: { guilds: [] } }]);
  expect(identify({}, { intents: 1, shard: [1, 2] }).messages).toMatchObject([{ d: { guilds: [] } }]);
  const { world, session } = identify({ guilds: ["11"] }, {});
  expect(world.guilds.all.map((guild) => isOfSession(guild, session))).toEqual([true]);
});

const channels = [
  { id: "21", name: "general" },
  { id: "22", name: "thread", type: 11, parent: "general" },
] as const;
const divers = new World({
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
const [reef] = divers.applications;
const [guild] = divers.guilds.all;
const describeFor = (intents: number) =>
  guild && describeGatewayGuild(guild, { application: reef, intents, shard: [0, 1] });

it("includes channels, threads, the bot as a member, and the bot's role with its permissions", () => {
  expect(describeFor(0)).toMatchObject({
    id: "11",
    name: "Divers",
    preferred_locale: "de",
    owner_id: divers.players.first.id,
    channels: [{ id: "21", name: "general", type: 0, guild_id: "11", parent_id: null }],
    threads: [{ id: "22", parent_id: "21" }],
    banner: "a_1",
    roles: [
      { id: "11", name: "@everyone" },
      { id: reef.id, name: "Reef", permissions: "8", managed: true, tags: { bot_id: reef.id } },
    ],
    members: [{ user: { id: reef.id, bot: true }, roles: [reef.id] }],
    member_count: 3,
  });
});

it("includes the other members if the bot has the presences intent", () => {
  expect(describeFor(GatewayIntent.GuildPresences)).toMatchObject({
    members: [{ user: { username: "ada" } }, { user: { username: "grace" } }, { user: { bot: true } }],
  });
});
