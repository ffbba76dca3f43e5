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

it("describes a playing friend as online with the status of their Activity", () => {
  const { windows, join, world } = openRoom();
  const grace = world.players.findOrAdd("Grace");
  const user = expect.objectContaining({ id: grace.id, bot: false });
  expect(describeRelationship(windows, grace, false)).toEqual({ type: 0, user });
  const { report, application } = join("Grace");
  expect(describeRelationship(windows, grace, true)).toEqual({
    type: 1,
    user,
    presence: { status: "online", activity: null },
  });
  report.status = { details: "Level 3" };
  const activity = { name: application.name, application_id: application.id, details: "Level 3" };
  expect(describeRelationship(windows, grace, true)).toHaveProperty("presence.activity", activity);
});

it("describes a voice state with the player's nickname or name", () => {
  const { join, world } = openRoom();
  const window = join();
  const voice_state = { mute: false, deaf: false, self_mute: false, self_deaf: false, suppress: false };
  expect(describeVoice(window)).toEqual({
    mute: false,
    nick: "Ada",
    volume: 100,
    voice_state,
    user: expect.objectContaining({ id: window.player.id, username: "ada", bot: false }),
  });
  world.guilds.byId("20")?.editMember("Ada", { nick: "Captain" });
  expect(describeVoice(window)).toHaveProperty("nick", "Captain");
  const { controls, player } = window;
  expect(describeVoice({ controls, player, place: { guild: undefined } })).toHaveProperty("nick", "Ada");
});

it("describes an entitlement with an owner and without gift code flags", () => {
  const data = { id: "1", sku_id: "2", application_id: "3", type: 8, deleted: false };
  expect(describeEntitlementForActivity(data)).toEqual({ ...data, user_id: "", gift_code_flags: 0 });
  expect(describeEntitlementForActivity({ ...data, user_id: "4" })).toMatchObject({ user_id: "4" });
});
