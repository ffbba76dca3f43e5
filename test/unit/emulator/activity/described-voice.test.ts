import { expect, it } from "vitest";
import { describeVoice } from "../../../../src/emulator/activity/described-voice.ts";
import { openRoom } from "../../../setup/activity/open-room.ts";

it("A player in voice has the name that they have in the guild, or their own", () => {
  const { join, world } = openRoom();
  const frame = join();
  const voice_state = { mute: false, deaf: false, self_mute: false, self_deaf: false, suppress: false };
  expect(describeVoice(frame)).toEqual({
    mute: false,
    nick: "Ada",
    volume: 100,
    voice_state,
    user: expect.objectContaining({ id: frame.player.id, username: "ada", bot: false }),
  });
  world.guilds.byId("20")?.editMember("Ada", { nick: "Captain" });
  expect(describeVoice(frame).nick).toBe("Captain");
  const { controls, player } = frame;
  expect(describeVoice({ controls, player, place: { channel: undefined, guild: undefined } }).nick).toBe(
    "Ada",
  );
});
