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

describe("query of the Activity's URL", () => {
  it("contains the parameters of the SDK", () => {
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

  it("omits the guild outside of guilds and includes the parameters of a link", () => {
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

describe("pages of a window", () => {
  it("remove the player 5 seconds after the last one is gone", () => {
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

  it("remove the player after 30 seconds if an expected page never connects", () => {
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

  it("keep the player if a page reconnects in time", async () => {
    openActivityPage(window).leave();
    const again = openActivityPage(window);
    world.clock.advance(10_000);
    expect(window.isClosed).toBe(false);
    expect(await again.run("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS")).toMatchObject({
      participants: [{ username: "ada", bot: false }],
    });
  });

  it("are replaced by a newer connection", () => {
    const first = openActivityPage(window);
    const second = openActivityPage(window);
    expect([first.ended(), second.ended()]).toEqual([1, 0]);
    first.send([1, { cmd: "NOTHING", nonce: "1" }]);
    first.leave();
    world.clock.advance(10_000);
    expect([window.isClosed, first.came.length]).toEqual([false, 1]);
  });

  it("receive an error if the window is closed", () => {
    window.close();
    const page = openActivityPage(window, false);
    expect(page.closed()).toEqual({
      code: 1006,
      message: "This window is closed. Launch the Activity again.",
    });
    page.leave();
  });
});

it("closes the page when the player leaves", () => {
  const page = openActivityPage(window);
  window.close();
  expect([page.closed(), page.ended()]).toEqual([
    { code: 1000, message: "The player has left the Activity." },
    1,
  ]);
  expect(window.instance.users).toEqual([world.players.first.id]);
});

it("keeps the last few hundred messages", async () => {
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
