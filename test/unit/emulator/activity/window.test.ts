import { beforeEach, describe, expect, it } from "vitest";
import { activityCommands } from "../../../../src/emulator/activity/commands/table.ts";
import type { ActivityWindow } from "../../../../src/emulator/activity/window.ts";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { handshakeOf, openActivityPage } from "../../../setup/activity/activity-page.ts";

let world: World;
let windows: ActivityWindows;
let window: ActivityWindow;
beforeEach(() => {
  world = new World({
    world: { guilds: [{ id: "7", name: "Reef", channels: [{ id: "8", name: "general" }] }] },
  });
  windows = new ActivityWindows({ world, webBase: "http://127.0.0.1:1" } as LiveWorld, activityCommands);
  window = open({ guildId: "7" });
});

function open(where: { guildId?: string }, more: object = {}) {
  const [application] = world.applications;
  const player = world.players.first;
  const init = { applicationId: application.id, userId: player.id, channelId: "8", ...where };
  return windows.open({
    application,
    player,
    instanceId: world.activities.launch(init).instance_id,
    ...more,
  });
}

describe("the address of the Activity's page", () => {
  it("says what the SDK wants to know", () => {
    const { instance_id, launch_id } = window.instance;
    expect(Object.fromEntries(window.query)).toEqual({
      instance_id,
      launch_id,
      location_id: "gc-7-8",
      channel_id: "8",
      guild_id: "7",
      frame_id: window.id,
      platform: "desktop",
    });
    expect(window.place).toMatchObject({ channel: { name: "general" }, guild: { name: "Reef" } });
  });

  it("has no guild outside of guilds, and what a link handed over", () => {
    window.close();
    const more = { customId: "room", referrerId: "9", platform: "mobile" };
    const { query } = open({}, more);
    expect(query.has("guild_id")).toBe(false);
    expect([query.get("custom_id"), query.get("referrer_id"), query.get("platform")]).toEqual([
      "room",
      "9",
      "mobile",
    ]);
  });
});

describe("a page that is gone", () => {
  it("makes the player leave after a while", () => {
    const page = openActivityPage(window);
    page.leave();
    page.leave();
    expect(page.ended()).toBe(1);
    world.clock.advance(4_000);
    expect(window.isClosed).toBe(false);
    world.clock.advance(1_000);
    expect(window.isClosed).toBe(true);
    expect(world.activities.of(window.application.id)).toEqual([]);
  });

  it("never came where a browser was to show it: the player leaves", () => {
    window.expectPage();
    world.clock.advance(29_000);
    expect(window.isClosed).toBe(false);
    world.clock.advance(1_000);
    expect(window.isClosed).toBe(true);
    const shown = open({ guildId: "7" });
    shown.expectPage();
    openActivityPage(shown);
    world.clock.advance(60_000);
    expect(shown.isClosed).toBe(false);
  });

  it("may come again, as when it is loaded anew", async () => {
    openActivityPage(window).leave();
    const again = openActivityPage(window);
    world.clock.advance(10_000);
    expect(window.isClosed).toBe(false);
    expect(await again.run("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS")).toMatchObject({
      participants: [{ username: "ada", bot: false }],
    });
  });

  it("gives way to the one that connects after it", () => {
    const first = openActivityPage(window);
    const second = openActivityPage(window);
    expect([first.ended(), second.ended()]).toEqual([1, 0]);
    first.send([1, { cmd: "NOTHING", nonce: "1" }]);
    first.leave();
    world.clock.advance(10_000);
    expect([window.isClosed, first.came.length]).toEqual([false, 1]);
  });

  it("is told that its window is closed", () => {
    window.close();
    const page = openActivityPage(window, false);
    expect(page.closed()).toEqual({
      code: 1006,
      message: "This window is closed. Launch the Activity again.",
    });
    page.leave();
  });
});

it("A player who leaves takes the page along", () => {
  const page = openActivityPage(window);
  window.close();
  expect([page.closed(), page.ended()]).toEqual([
    { code: 1000, message: "The player has left the Activity." },
    1,
  ]);
  expect(window.instance.users).toEqual([world.players.first.id]);
});

it("What went to and fro is kept, the last few hundred", async () => {
  const page = openActivityPage(window);
  page.send([0, handshakeOf(window)]);
  expect(window.messages).toMatchObject([
    { number: 1, from: "activity", title: "HANDSHAKE" },
    { number: 2, from: "client", title: "READY" },
    { number: 3, from: "activity", title: "HANDSHAKE" },
    {
      number: 4,
      from: "client",
      title: "CLOSE",
      body: expect.stringContaining("HANDSHAKE already") as unknown,
    },
  ]);
  for (let count = 0; count < 400; count += 1) page.send([1, {}]);
  expect([window.messages.length, window.messages[0]?.number]).toEqual([300, 105]);
});
