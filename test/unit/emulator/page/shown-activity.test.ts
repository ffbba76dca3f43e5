import { expect, it } from "vitest";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import {
  describeActivities,
  describeInvitations,
  describeStatus,
} from "../../../../src/emulator/page/shown-activity.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

it("describes running Activities with their place and players, newest first", () => {
  const { world, application, at } = openScene();
  const { id: userId } = world.players.first;
  const launch = (channelId: string, guildId?: string) =>
    world.activities.launch({ applicationId: application.id, userId, channelId, guildId });
  const inGuild = launch("9", "7");
  world.activities.join(inGuild, "1");
  expect(describeActivities(at({}, "Grace"))).toEqual([
    { id: inGuild.instance_id, where: "#general of Reef", players: ["Ada", "1"], isJoined: false },
  ]);
  const others = [launch("5"), launch("600", "7"), launch("4", "3")];
  const shown = describeActivities(at());
  expect(shown.map(({ id }) => id)).toEqual(others.map(({ instance_id }) => instance_id).toReversed());
  expect(shown.map(({ where }) => where)).toEqual(["direct messages", "#600 of Reef", "direct messages"]);
  expect(shown[0]?.isJoined).toBe(true);
});

/** Ada has an Activity open and can invite Grace. */
function openWindow() {
  const { world, application, at } = openScene([{}, {}]);
  const windows = new ActivityWindows({ world, webBase: "http://127.0.0.1:1" } as LiveWorld, {});
  const { id: userId } = world.players.first;
  const launched = { applicationId: application.id, userId, channelId: "9", guildId: "7" };
  const { instance_id: instanceId } = world.activities.launch(launched);
  const window = windows.open({ ...at(), instanceId });
  const [from, to] = [world.players.first, world.players.findOrAdd("Grace")];
  const invite = (content: string, applicationId: string = application.id) =>
    windows.invitations.send({ from, to, applicationId, instanceId, content });
  return { world, at, windows, window, invite, instanceId, other: world.applications[1]?.id ?? "" };
}

it("shows an invitation once, until the Activity ends", () => {
  const { world, at, windows, window, invite, instanceId, other } = openWindow();
  const [{ id, name: game }] = world.applications;
  const shown = (name: string) => describeInvitations(windows, at({}, name));
  invite("Come!");
  invite("Now!");
  invite("Elsewhere", other);
  const now = { activity: instanceId, application: { id, name: game }, from: "Ada", text: "Now!" };
  expect(shown("Grace")).toEqual([now]);
  expect(shown("Ada")).toEqual([]);
  // The page may show another application in the meantime.
  const [first, elsewhere = first] = world.applications;
  const place = { ...at({}, "Grace"), application: elsewhere };
  expect(describeInvitations(windows, place)).toEqual([now]);
  window.close();
  expect(shown("Grace")).toEqual([]);
});

it.each([
  [undefined, ""],
  [{}, "Playing Example Game"],
  [{ type: 5, details: "Lap 2", state: "In the lead" }, "Competing in Example Game: Lap 2, In the lead"],
  [{ type: 0, state: "Waiting" }, "Playing Example Game: Waiting"],
])("describes a player's status as set by the Activity: %j", (status, text) => {
  const { world, windows, window } = openWindow();
  window.report.status = status;
  expect(describeStatus(windows, world.players.first.id)).toBe(text);
});
