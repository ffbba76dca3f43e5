import { expect, it } from "vitest";
import { FrameControls } from "../../../../src/emulator/activity/controls.ts";
import { openRoom } from "../../../setup/activity/open-room.ts";

it("sends the layout mode, orientation and thermal state to the Activity", async () => {
  const { page, window } = await openRoom().play();
  const { controls } = window;
  expect([controls.layoutMode, controls.orientation, controls.thermalState]).toEqual([
    "focused",
    "landscape",
    "nominal",
  ]);
  controls.layoutMode = "grid";
  for (const event of ["ACTIVITY_LAYOUT_MODE_UPDATE", "ORIENTATION_UPDATE", "THERMAL_STATE_UPDATE"])
    await page.run("SUBSCRIBE", undefined, event);
  controls.layoutMode = "pip";
  controls.orientation = "portrait";
  controls.thermalState = "critical";
  expect(page.received("ACTIVITY_LAYOUT_MODE_UPDATE")).toEqual([{ layout_mode: 1 }]);
  expect(page.received("ORIENTATION_UPDATE")).toEqual([{ screen_orientation: 0, orientation: "portrait" }]);
  expect(page.received("THERMAL_STATE_UPDATE")).toEqual([{ thermal_state: 3 }]);
  expect([controls.layoutMode, controls.orientation, controls.thermalState]).toEqual([
    "pip",
    "portrait",
    "critical",
  ]);
});

it("reports speaking and voice states to all subscribers in the channel", async () => {
  const room = openRoom();
  room.world.guilds.byId("20")?.editMember("Ada", { nick: "Captain" });
  const ada = await room.play("rpc.voice.read");
  const grace = await room.play("rpc.voice.read", "Grace");
  for (const { page } of [ada, grace])
    for (const event of ["SPEAKING_START", "SPEAKING_STOP", "VOICE_STATE_UPDATE"])
      await page.run("SUBSCRIBE", { channel_id: "22" }, event);
  const { controls, player } = ada.window;
  controls.isSpeaking = true;
  controls.isSpeaking = true;
  controls.isSpeaking = false;
  controls.isMuted = true;
  controls.isDeafened = true;
  for (const { page } of [ada, grace]) {
    expect(page.received("SPEAKING_START")).toEqual([{ channel_id: "22", user_id: player.id }]);
    expect(page.received("SPEAKING_STOP")).toEqual([{ channel_id: "22", user_id: player.id }]);
    expect(page.received("VOICE_STATE_UPDATE")).toMatchObject([
      { nick: "Captain", voice_state: { self_mute: true, self_deaf: false } },
      { nick: "Captain", voice_state: { self_mute: true, self_deaf: true }, user: { id: player.id } },
    ]);
  }
  expect([controls.isSpeaking, controls.isMuted, controls.isDeafened]).toEqual([false, true, true]);
});

it("rejects invalid values", () => {
  const ignore = () => undefined;
  const controls = new FrameControls({ dispatch: ignore, speaking: ignore, voice: ignore });
  const set = (name: keyof FrameControls, value: unknown) => () =>
    void Object.assign(controls, { [name]: value });
  expect(set("layoutMode", 1)).toThrow('layoutMode is 1, but must be "focused" or "pip" or "grid".');
  expect(set("orientation", "up")).toThrow('orientation is "up"');
  expect(set("thermalState", "hot")).toThrow('thermalState is "hot"');
  for (const name of ["isSpeaking", "isMuted", "isDeafened"] as const)
    expect(set(name, "yes")).toThrow(`${name} is "yes", but must be true or false.`);
});
