import { beforeEach, expect, it, vi } from "vitest";
import type { ActivityWindow } from "../../../../src/emulator/activity/window.ts";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { describeWindow } from "../../../../src/emulator/page/shown-activity.ts";
import { openActivityPage } from "../../../setup/activity/activity-page.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

let windows: ActivityWindows;
let window: ActivityWindow;
let scene: ReturnType<typeof openScene>;
beforeEach(() => {
  scene = openScene();
  const { world, application, at } = scene;
  windows = new ActivityWindows({ world, webBase: "http://127.0.0.1:1" } as LiveWorld, {});
  const { id: userId } = world.players.first;
  const { instance_id: instanceId } = world.activities.launch({
    applicationId: application.id,
    userId,
    channelId: "9",
  });
  window = windows.open({ ...at(), instanceId });
});
const shown = (one = window) =>
  describeWindow(one, { windows, players: scene.world.players, webBase: "http://127.0.0.1:1" });

it("a window is shown with its address, who plays, and what can be set", () => {
  const { world, application, at } = scene;
  world.activities.join(window.instance, "1");
  expect(shown()).toMatchObject({
    ticket: window.ticket,
    activity: window.instance.instance_id,
    url: `http://${application.id}.localhost:1/.slashpass/host?ticket=${window.ticket}`,
    players: [
      { id: world.players.first.id, name: "Ada" },
      { id: "1", name: "1" },
    ],
    platform: "desktop",
    orientation: "landscape",
    isLocked: false,
    layout: "focused",
    prompts: [],
  });
  const instanceId = window.instance.instance_id;
  const mobile = windows.open({ ...at(), instanceId, platform: "mobile" });
  expect(shown(mobile).controls[0]).toMatchObject({ name: "platform", value: "mobile" });
  expect(windows.ofPlayerIn(application.id, at().player.id)).toEqual([window, mobile]);
  expect(windows.ofPlayerIn(application.id, at({}, "Grace").player.id)).toEqual([]);
});

it("a window says how far its Activity has got", () => {
  const connection = () => shown().connection;
  expect(connection()).toBe("Waiting for the Activity's page");
  const page = openActivityPage(window, false);
  page.send("nonsense");
  expect(shown()).toMatchObject({
    connection: "Refused",
    problems: [{ message: "The Activity was refused with close code 4005.", hint: expect.any(String) }],
  });
  openActivityPage(window);
  expect(connection()).toBe("Connected");
  expect(shown().problems).toEqual([]);
});

it("a window whose Activity has only begun to shake hands is connecting", () => {
  const messages = vi.spyOn(window, "messages", "get");
  const said = { number: 1, at: 0, size: 2, body: "{}" };
  messages.mockReturnValue([{ ...said, from: "activity", title: "HANDSHAKE" }]);
  expect(shown().connection).toBe("Connecting");
  // Of a long conversation the beginning is not kept.
  messages.mockReturnValue([{ ...said, from: "client", title: "GET_USER" }]);
  expect(shown().connection).toBe("Connected");
});

it("a window shows what the player is asked", () => {
  void window.prompts.show({ kind: "consent", scopes: ["identify", "odd"] }, new AbortController().signal);
  expect(shown().prompts).toMatchObject([{ title: "Example Game wants to", accept: "Authorize" }]);
});

it("a window shows who speaks, in whichever window they do", () => {
  const { at } = scene;
  const other = windows.open({ ...at({}, "Grace"), instanceId: window.instance.instance_id });
  other.controls.isSpeaking = true;
  expect(shown().players.map(({ name, isSpeaking }) => [name, isSpeaking])).toEqual([
    ["Ada", false],
    ["Grace", true],
  ]);
});

it.each([
  [{ lock_state: 1 }, "focused", "landscape", false],
  [{ lock_state: 2 }, "focused", "portrait", true],
  [{ lock_state: 3, grid_lock_state: 2 }, "grid", "portrait", true],
  [{ lock_state: 3, picture_in_picture_lock_state: 1 }, "pip", "portrait", false],
  [{ lock_state: 3, picture_in_picture_lock_state: null }, "pip", "landscape", true],
] as const)("a window is held as the Activity wants: %j in %s", (lock, layoutMode, orientation, isLocked) => {
  window.report.orientationLock = lock;
  window.controls.layoutMode = layoutMode;
  window.controls.orientation = isLocked ? "landscape" : orientation;
  expect(shown()).toMatchObject({ layout: layoutMode, orientation, isLocked });
});

it("a window shows what kept its page from being shown", () => {
  for (let number = 1; number <= 7; number += 1)
    window.problems.add({ at: number, message: `Blocked ${number}`, hint: "Map it." });
  expect(shown().problems.map(({ message }) => message)).toEqual(
    [3, 4, 5, 6, 7].map((number) => `Blocked ${number}`),
  );
});
