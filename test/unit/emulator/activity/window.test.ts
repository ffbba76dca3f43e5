import { beforeEach, describe, expect, it } from "vitest";
import type { ActivityWindow } from "../../../../src/emulator/activity/window.ts";
import { openRoom, type Room } from "../../../setup/activity/open-room.ts";
import { handshakeOf, openActivityPage } from "../../../setup/activity/activity-page.ts";

let room: Room;
let window: ActivityWindow;
beforeEach(() => {
  room = openRoom();
  window = room.join();
});

describe("the query of the Activity's URL", () => {
  it("contains the SDK's parameters", () => {
    const { instance_id, launch_id } = window.instance;
    expect(Object.fromEntries(window.query)).toEqual({
      instance_id,
      launch_id,
      location_id: "gc-20-22",
      channel_id: "22",
      guild_id: "20",
      frame_id: window.id,
      platform: "desktop",
    });
    expect(window.location).toMatchObject({ channel: { name: "general" }, guild: { name: "Reef" } });
  });

  it("omits the guild id outside guilds and includes a link's parameters", () => {
    const more = { customId: "room", referrerId: "9", platform: "mobile" } as const;
    const { query } = openRoom({}, null).join("Ada", more);
    expect(query.has("guild_id")).toBe(false);
    expect([query.get("custom_id"), query.get("referrer_id"), query.get("platform")]).toEqual([
      "room",
      "9",
      "mobile",
    ]);
  });
});

describe("a window's pages", () => {
  it("keep the player in the Activity for 5 seconds after the last page disconnects", () => {
    const page = openActivityPage(window);
    page.leave();
    page.leave();
    expect(page.ended()).toBe(1);
    room.world.clock.advance(4_000);
    expect(window.isClosed).toBe(false);
    room.world.clock.advance(1_000);
    expect(window.isClosed).toBe(true);
    expect(room.world.activities.of(window.application.id)).toEqual([]);
  });

  it("keep the player in the Activity for 30 seconds if an expected page never connects", () => {
    window.expectPage();
    room.world.clock.advance(29_000);
    expect(window.isClosed).toBe(false);
    room.world.clock.advance(1_000);
    expect(window.isClosed).toBe(true);
    const displayed = room.join();
    displayed.expectPage();
    openActivityPage(displayed);
    room.world.clock.advance(60_000);
    expect(displayed.isClosed).toBe(false);
  });

  it("keep the player in the Activity if a page reconnects in time", async () => {
    openActivityPage(window).leave();
    const again = openActivityPage(window);
    room.world.clock.advance(10_000);
    expect(window.isClosed).toBe(false);
    expect(await again.run("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS")).toMatchObject({
      participants: [{ username: "ada", bot: false }],
    });
  });

  it("are replaced by a newer page", () => {
    const first = openActivityPage(window);
    const second = openActivityPage(window);
    expect([first.ended(), second.ended()]).toEqual([1, 0]);
    first.send([1, { cmd: "NOTHING", nonce: "1" }]);
    first.leave();
    room.world.clock.advance(10_000);
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
  expect(window.instance.users).toEqual([room.world.players.first.id]);
});

it("keeps only the newest few hundred messages", async () => {
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
      body: expect.stringContaining("HANDSHAKE was already received") as unknown,
    },
  ]);
  for (let count = 0; count < 400; count += 1) page.send([1, {}]);
  expect([window.messages.length, window.messages[0]?.number]).toEqual([300, 105]);
});
