import { beforeEach, describe, expect, it } from "vitest";
import { activityCommands } from "../../../../src/emulator/activity/commands/table.ts";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { openActivityPage } from "../../../setup/activity/activity-page.ts";

let world: World;
let windows: ActivityWindows;
beforeEach(() => {
  world = new World({ world: { applications: [{}, {}] } });
  windows = new ActivityWindows({ world, webBase: "http://127.0.0.1:1" } as LiveWorld, activityCommands);
});

function launch(name = "Ada") {
  const [application] = world.applications;
  const player = world.players.findOrAdd(name);
  const init = { applicationId: application.id, userId: player.id, channelId: "8" };
  return { application, player, instanceId: world.activities.launch(init).instance_id };
}
const join = (name: string) => windows.open({ ...launch(), player: world.players.findOrAdd(name) });

describe("windows", () => {
  it("are found by their ticket but not by their id", () => {
    const [first, second] = [join("Ada"), join("Grace")];
    expect(windows.find(first.ticket)).toBe(first);
    expect(windows.find(first.id)).toBeUndefined();
    expect(windows.all).toEqual([first, second]);
    expect(windows.of(first.instance.instance_id)).toEqual([first, second]);
    expect(windows.of("i-0")).toEqual([]);
  });

  it("add and remove the players of the instance", () => {
    const { players } = world;
    const [first, second] = [join("Ada"), join("Grace")];
    const [ada, grace] = players.all.map(({ id }) => id);
    expect(first.instance.users).toEqual([ada, grace]);
    first.close();
    first.close();
    expect(second.instance.users).toEqual([grace]);
    expect(windows.all).toEqual([second]);
    second.close();
    expect(world.activities.of(second.application.id)).toEqual([]);
    expect(() => windows.open({ ...launch(), instanceId: second.instance.instance_id })).toThrow(
      expect.objectContaining({ code: "unknown_activity" }),
    );
  });

  it("keep a player in the instance while another window is open", () => {
    const [first, second] = [join("Ada"), join("Ada")];
    expect(first.instance.users).toHaveLength(1);
    first.close();
    expect(second.instance.users).toHaveLength(1);
  });

  it("reject an unknown instance or another application's", () => {
    const [, application = expect.unreachable()] = world.applications;
    const wrong = [
      { ...launch(), application },
      { ...launch(), instanceId: "i-0" },
    ];
    for (const init of wrong)
      expect(() => windows.open(init)).toThrow(expect.objectContaining({ code: "unknown_activity" }));
    expect(windows.all).toEqual([]);
  });

  it("close the oldest window beyond 200", () => {
    const opened = Array.from({ length: 201 }, () => join("Ada"));
    expect(windows.all).toHaveLength(200);
    expect(opened.map(({ isClosed }) => isClosed).lastIndexOf(true)).toBe(0);
  });

  it("are closed with the emulator", () => {
    const pages = [join("Ada"), join("Grace")].map((window) => openActivityPage(window));
    windows.close();
    expect(pages.map((page) => [page.closed()?.code, page.ended()])).toEqual([
      [1000, 1],
      [1000, 1],
    ]);
  });

  it("notify subscribers when participants join or leave", async () => {
    const page = openActivityPage(join("Ada"));
    const silent = openActivityPage(join("Grace"));
    await page.run("SUBSCRIBE", undefined, "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE");
    join("Barbara").close();
    const told = page.heard("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE") as {
      participants: { username: string }[];
    }[];
    expect(told.map(({ participants }) => participants.map(({ username }) => username))).toEqual([
      ["ada", "grace", "barbara"],
      ["ada", "grace"],
    ]);
    await page.run("UNSUBSCRIBE", undefined, "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE");
    join("Barbara");
    expect(page.heard("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE")).toHaveLength(2);
    expect(silent.came.map(({ evt }) => evt)).toEqual(["READY"]);
  });
});
