import { beforeEach, describe, expect, it } from "vitest";
import { createCommand } from "../../../../src/emulator/activity/command.ts";
import type { ActivityWindow } from "../../../../src/emulator/activity/window.ts";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { fields } from "../../../../src/core/check/fields.ts";
import { asItIs, textOf } from "../../../../src/core/check/readers.ts";
import { handshakeOf, openActivityPage } from "../../../setup/activity/activity-page.ts";

const readChannel = fields<{ channel_id: string }>({ channel_id: textOf() });
const commands = {
  CAPTURE_LOG: createCommand([], asItIs(), () => undefined),
  GET_CHANNEL: createCommand([], readChannel, (_call, args) => args),
  SET_ACTIVITY: createCommand(["rpc.activities.write"], asItIs(), () => ({})),
  GET_SKUS: createCommand([], asItIs(), () => {
    throw new Error("The disk is on fire.");
  }),
};

let world: World;
let window: ActivityWindow;
beforeEach(() => {
  world = new World({});
  const windows = new ActivityWindows({ world, webBase: "http://127.0.0.1:1" } as LiveWorld, commands);
  const [application] = world.applications;
  const player = world.players.first;
  const init = { applicationId: application.id, userId: player.id, channelId: "8" };
  window = windows.open({ application, player, instanceId: world.activities.launch(init).instance_id });
});

describe("handshake", () => {
  it("receives the player in READY", () => {
    expect(openActivityPage(window).came).toMatchObject([
      {
        evt: "READY",
        data: {
          v: 1,
          config: { cdn_host: "127.0.0.1:1", api_endpoint: "//127.0.0.1:1/api", environment: "production" },
          user: { id: world.players.first.id, username: "ada", discriminator: "0" },
        },
      },
    ]);
  });

  it("is rejected with the correct id if the application is another one", () => {
    const page = openActivityPage(window, false);
    page.send([0, { ...handshakeOf(window), client_id: "1" }]);
    const { name, id } = window.application;
    expect(page.closed()).toEqual({
      code: 4000,
      message: `Invalid Client ID: this is the Activity of ${name}, so write new DiscordSDK("${id}").`,
    });
    page.send([0, handshakeOf(window)]);
    expect(page.came).toEqual([]);
  });

  it("is rejected the second time", () => {
    const page = openActivityPage(window);
    page.send([0, handshakeOf(window)]);
    expect(page.closed()).toMatchObject({
      code: 1003,
      message: expect.stringContaining("one DiscordSDK") as unknown,
    });
  });

  it("is required before a command", () => {
    const page = openActivityPage(window, false);
    page.send([1, { cmd: "CAPTURE_LOG", nonce: "1" }]);
    expect(page.closed()).toMatchObject({
      code: 1003,
      message: expect.stringContaining("HANDSHAKE") as unknown,
    });
  });
});

describe("commands", () => {
  it("return data or null", async () => {
    const page = openActivityPage(window);
    expect(await page.run("CAPTURE_LOG", { level: "log", message: "Hello" })).toBeNull();
  });

  it.each<[string, string, unknown, object]>([
    [
      "that nobody knows",
      "GET_GUILDS",
      {},
      { code: 4002, message: 'Invalid command: "GET_GUILDS" is not known.' },
    ],
    ["whose arguments cannot be read", "GET_CHANNEL", {}, { code: 4000 }],
    ["without the scope", "SET_ACTIVITY", {}, { code: 4006 }],
    ["that fails here", "GET_SKUS", {}, { code: 1000, message: "Unknown Error" }],
  ])("reject a command %s", async (_what, cmd, args, refusal) => {
    expect(await openActivityPage(window).refusal(cmd, args)).toMatchObject(refusal);
  });

  it("add a problem to the window only for a rejected sign-in", async () => {
    const page = openActivityPage(window);
    await page.refusal("SET_ACTIVITY");
    expect(window.problems.all).toEqual([]);
    await page.refusal("AUTHENTICATE", { access_token: "wrong" });
    expect(window.problems.all).toMatchObject([
      { message: expect.stringMatching(/^AUTHENTICATE was refused/) },
    ]);
  });

  it("send no response once the page is gone", async () => {
    const page = openActivityPage(window);
    page.send([1, { cmd: "CAPTURE_LOG", nonce: "1" }]);
    page.leave();
    await Promise.resolve();
    expect(page.came.map(({ evt }) => evt)).toEqual(["READY"]);
  });
});

it("closes the connection after an unreadable message", () => {
  const page = openActivityPage(window);
  page.send("hello");
  expect(page.closed()).toEqual({ code: 4005, message: "A message must be [opcode, payload]." });
});

it("removes the player if the Activity closes itself", () => {
  const page = openActivityPage(window);
  page.send([2, { code: 1000, message: "Bye", nonce: "1" }]);
  expect([window.isClosed, page.ended()]).toEqual([true, 1]);
});
