import { expect, it } from "vitest";
import { type ActivityCall, findCommand } from "../../../../../src/emulator/activity/command.ts";
import { channelCommands } from "../../../../../src/emulator/activity/commands/channel.ts";
import { ActivityWindows } from "../../../../../src/emulator/activity/windows.ts";
import { ConnectionState } from "../../../../../src/emulator/activity/connection.ts";
import type { LiveWorld } from "../../../../../src/emulator/oauth/live-world.ts";
import { World } from "../../../../../src/emulator/state/world.ts";
import { ChannelType } from "../../../../../src/wire/command-option.ts";
import { parseIncomingPayload } from "../../../../setup/activity/sdk-schemas.ts";

const getChannel = findCommand(channelCommands, "GET_CHANNEL");
const getChannelPermissions = findCommand(channelCommands, "GET_CHANNEL_PERMISSIONS");
const channels = [
  { id: "8", name: "general" },
  { id: "9", name: "Voice", type: ChannelType.GuildVoice },
];
const world = new World({
  world: {
    guilds: [
      {
        id: "7",
        name: "Reef",
        channels,
        members: [{ player: "Ada", nick: "Countess" }],
        permissions: "1024",
      },
      { id: "17", name: "Elsewhere", channels: [{ id: "18", name: "away" }], members: [{ player: "Grace" }] },
    ],
  },
});
const [application] = world.applications;
const windows = new ActivityWindows({ world } as LiveWorld, {});
const [ada, grace] = [world.players.findOrAdd("Ada"), world.players.findOrAdd("Grace")];

function callIn(channelId: string, guildId?: string, scopes = "guilds guilds.members.read"): ActivityCall {
  const connection = new ConnectionState(new AbortController().signal);
  connection.scopes = scopes;
  const instance = world.activities.launch({
    applicationId: application.id,
    userId: ada.id,
    channelId,
    guildId,
  });
  const init = { application, player: ada, instanceId: instance.instance_id };
  const live = { world } as LiveWorld;
  return { live, windows, window: windows.open(init), connection, event: undefined };
}

/** Parses the data like the SDK. */
const read = (cmd: string, data: unknown) => parseIncomingPayload({ cmd, data, evt: null, nonce: "1" }).data;

it("returns a channel of the guild", () => {
  const data = getChannel.run(callIn("8", "7"), { channel_id: "8" });
  expect(read("GET_CHANNEL", data)).toEqual({
    id: "8",
    type: 0,
    name: "general",
    guild_id: "7",
    topic: "",
    position: 0,
    voice_states: [],
    messages: [],
  });
});

it("returns a voice channel with each participant once", () => {
  callIn("9", "7");
  const shown = read("GET_CHANNEL", getChannel.run(callIn("9", "7"), { channel_id: "9" }));
  expect(shown).toMatchObject({
    type: 2,
    bitrate: 64_000,
    position: 1,
    voice_states: [
      { nick: "Countess", user: { username: "ada" }, volume: 100, voice_state: { mute: false } },
    ],
  });
  expect(shown["voice_states"]).toHaveLength(1);
  windows.close();
  expect(getChannel.run(callIn("8", "7"), { channel_id: "9" })).toMatchObject({ voice_states: [] });
});

it("requires an additional scope for direct messages", () => {
  const { id } = world.channels.among([ada, grace]);
  const call = callIn(id);
  expect(() => getChannel.run(call, { channel_id: id })).toThrow(expect.objectContaining({ code: 4006 }));
  call.connection.scopes = "guilds dm_channels.read";
  expect(read("GET_CHANNEL", getChannel.run(call, { channel_id: id }))).toMatchObject({
    type: 1,
    guild_id: null,
  });
});

it("rejects channels that the player cannot see", () => {
  const others = world.channels.among([grace, world.players.findOrAdd("Barbara")]).id;
  for (const channel_id of ["18", others, "1"])
    expect(() => getChannel.run(callIn("8", "7"), { channel_id })).toThrow(
      expect.objectContaining({ code: 4005 }),
    );
});

it("returns the player's permissions in the guild, and none in direct messages", () => {
  const permissions = (call: ActivityCall) =>
    read("GET_CHANNEL_PERMISSIONS", getChannelPermissions.run(call, undefined));
  expect(permissions(callIn("8", "7"))).toEqual({ permissions: "1024" });
  expect(permissions(callIn(world.channels.among([ada, grace]).id))).toEqual({ permissions: "0" });
});

it("requires the scopes of each command", () => {
  expect([getChannel.access, getChannelPermissions.access]).toEqual([["guilds"], ["guilds.members.read"]]);
});
