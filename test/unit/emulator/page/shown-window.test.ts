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

it("describes a window with its URL, players and controls", () => {
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

it("shows the state of the Activity's connection", () => {
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

it("shows a window as connecting after the handshake message", () => {
  const messages = vi.spyOn(window, "messages", "get");
  const said = { number: 1, at: 0, size: 2, body: "{}" };
  messages.mockReturnValue([{ ...said, from: "activity", title: "HANDSHAKE" }]);
  expect(shown().connection).toBe("Connecting");
  // A long conversation is truncated at its start.
  messages.mockReturnValue([{ ...said, from: "client", title: "GET_USER" }]);
  expect(shown().connection).toBe("Connected");
});

it("shows the player's prompts", () => {
  void window.prompts.show({ kind: "consent", scopes: ["identify", "odd"] }, new AbortController().signal);
  expect(shown().prompts).toMatchObject([{ title: "Example Game wants to", accept: "Authorize" }]);
});

it("shows the players who are speaking, in any window", () => {
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
] as const)(
  "applies the orientation lock of the Activity: %j in %s",
  (lock, layoutMode, orientation, isLocked) => {
    window.report.orientationLock = lock;
    window.controls.layoutMode = layoutMode;
    window.controls.orientation = isLocked ? "landscape" : orientation;
    expect(shown()).toMatchObject({ layout: layoutMode, orientation, isLocked });
  },
);

it("shows the last problems of the Activity's page", () => {
  for (let number = 1; number <= 7; number += 1)
    window.problems.add({ at: number, message: `Blocked ${number}`, hint: "Map it." });
  expect(shown().problems.map(({ message }) => message)).toEqual(
    [3, 4, 5, 6, 7].map((number) => `Blocked ${number}`),
  );
});
