import { expect, it } from "vitest";
import {
  describeParticipants,
  describeRelationship,
  describeVoice,
  describeEntitlementForActivity,
} from "../../../../src/emulator/activity/sdk-objects.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { openRoom } from "../../../setup/activity/open-room.ts";

it("describes participants with their nicknames and omits deleted users", () => {
  const members = [{ player: "Ada", nick: "The Countess" }, { player: "Grace" }];
  const world = new World({ world: { guilds: [{ id: "7", name: "Reef", members }] } });
  const users = [...world.players.all.map(({ id }) => id), "1"];
  const location = { id: "gc-7-8", kind: "gc", channel_id: "8", guild_id: "7" } as const;
  const instance = { application_id: "2", instance_id: "i", launch_id: "3", location, users };
  expect(describeParticipants(world, instance)).toEqual([
    expect.objectContaining({ username: "ada", global_name: "Ada", nickname: "The Countess", bot: false }),
    expect.not.objectContaining({ nickname: expect.anything() as unknown }),
  ]);
});

it("omits the presence of a friend who is not playing", () => {
  const { windows, world } = openRoom();
  const grace = world.players.findOrAdd("Grace");
  const user = expect.objectContaining({ id: grace.id, bot: false });
  expect(describeRelationship(windows, grace, false)).toEqual({ type: 0, user });
});

it.each([
  ["20", "Captain"],
  [null, "Ada"],
])("describes a voice state in the guild %s with the nickname %s", (guildId, nick) => {
  const { join, world } = openRoom({}, guildId);
  world.guilds.byId("20")?.editMember("Ada", { nick: "Captain" });
  const window = join();
  expect(describeVoice(window)).toEqual({
    mute: false,
    nick,
    volume: 100,
    voice_state: { mute: false, deaf: false, self_mute: false, self_deaf: false, suppress: false },
    user: expect.objectContaining({ id: window.player.id, username: "ada", bot: false }),
  });
});

it("describes an entitlement with its owner and without gift code flags", () => {
  const data = { id: "1", sku_id: "2", application_id: "3", type: 8, deleted: false };
  expect(describeEntitlementForActivity(data)).toEqual({ ...data, user_id: "", gift_code_flags: 0 });
  expect(describeEntitlementForActivity({ ...data, user_id: "4" })).toMatchObject({ user_id: "4" });
});
