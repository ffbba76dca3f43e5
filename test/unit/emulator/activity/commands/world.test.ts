import { describe, expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";
import { ChannelType } from "../../../../../src/wire/command-option.ts";

const guilds = [
  {
    id: "20",
    name: "Reef",
    channels: [
      { id: "22", name: "general" },
      { id: "9", name: "Voice", type: ChannelType.GuildVoice },
    ],
    members: [{ player: "Ada", nick: "Countess" }],
    permissions: "1024",
  },
  { id: "17", name: "Elsewhere", channels: [{ id: "18", name: "away" }], members: [{ player: "Grace" }] },
];

describe("GET_CHANNEL", () => {
  it("returns one of the guild's channels", async () => {
    const { page } = await openRoom({ guilds }).play("guilds");
    expect(await page.run("GET_CHANNEL", { channel_id: "22" })).toEqual({
      id: "22",
      type: 0,
      name: "general",
      guild_id: "20",
      topic: "",
      position: 0,
      voice_states: [],
      messages: [],
    });
  });

  it("lists each participant of a voice channel only once", async () => {
    const { play, join, world } = openRoom({ guilds });
    const { page, window } = await play("guilds");
    const ids = { applicationId: window.application.id, userId: window.player.id };
    const launch = () => world.activities.launch({ ...ids, channelId: "9", guildId: "20" }).instance_id;
    const opened = [1, 2].map(() => join("Ada", { instanceId: launch() }));
    const voice = await page.run("GET_CHANNEL", { channel_id: "9" });
    const ada = { nick: "Countess", user: { username: "ada" }, volume: 100, voice_state: { mute: false } };
    expect(voice).toMatchObject({ type: 2, bitrate: 64_000, position: 1, voice_states: [ada] });
    for (const one of opened) one.close();
    expect(await page.run("GET_CHANNEL", { channel_id: "9" })).toMatchObject({ voice_states: [] });
  });

  it("requires an additional scope for direct messages", async () => {
    const { play, world } = openRoom({ guilds });
    const among = ["Ada", "Grace"].map((name) => world.players.findOrAdd(name));
    const args = { channel_id: world.channels.among(among).id };
    const { page } = await play("guilds");
    expect(await page.refusal("GET_CHANNEL", args)).toMatchObject({ code: 4006 });
    const { page: allowed } = await play("guilds dm_channels.read");
    expect(await allowed.run("GET_CHANNEL", args)).toMatchObject({ type: 1, guild_id: null });
  });

  it("rejects channels that the player cannot see", async () => {
    const { play, world } = openRoom({ guilds });
    const others = ["Grace", "Barbara"].map((name) => world.players.findOrAdd(name));
    const { page } = await play("guilds");
    for (const channel_id of ["18", world.channels.among(others).id, "1"])
      expect(await page.refusal("GET_CHANNEL", { channel_id })).toMatchObject({ code: 4005 });
  });
});

it("GET_CHANNEL_PERMISSIONS returns permissions only in a guild", async () => {
  for (const [guildId, permissions] of [
    ["20", "1024"],
    [null, "0"],
  ] as const) {
    const { page } = await openRoom({ guilds }, guildId).play("guilds.members.read");
    expect(await page.run("GET_CHANNEL_PERMISSIONS")).toEqual({ permissions });
  }
});

it("GET_USER finds only users with an account", async () => {
  const { play, world } = openRoom();
  const { page } = await play();
  const { id } = world.players.findOrAdd("Grace");
  expect(await page.run("GET_USER", { id })).toMatchObject({ id, username: "grace" });
  expect(await page.run("GET_USER", { id: "1" })).toBeNull();
});
