import { beforeEach, describe, expect, it } from "vitest";
import { createCommand, runCommand } from "../../../../src/emulator/activity/command.ts";
import { type Access, ConnectionState } from "../../../../src/emulator/activity/connection.ts";
import { oauthRefusal, RpcRefusal } from "../../../../src/emulator/activity/rpc.ts";
import type { ActivityWindow } from "../../../../src/emulator/activity/window.ts";
import { fields } from "../../../../src/core/check/fields.ts";
import { asItIs, textOf } from "../../../../src/core/check/readers.ts";
import { handshakeOf, openActivityPage } from "../../../setup/activity/activity-page.ts";
import { openRoom } from "../../../setup/activity/open-room.ts";

const readChannel = fields<{ channel_id: string }>({ channel_id: textOf() });
const commands = {
  CAPTURE_LOG: createCommand([], asItIs(), () => undefined),
  GET_CHANNEL: createCommand([], readChannel, (_call, args) => args),
  SET_ACTIVITY: createCommand(["rpc.activities.write"], asItIs(), () => ({})),
  GET_SKUS: createCommand([], asItIs(), () => {
    throw new Error("The disk is on fire.");
  }),
  AUTHORIZE: createCommand([], asItIs(), () => {
    throw oauthRefusal("access_denied", "No");
  }),
  AUTHENTICATE: createCommand([], asItIs(), () => {
    throw new RpcRefusal("InvalidToken", "Expired");
  }),
};

let window: ActivityWindow;
beforeEach(() => {
  window = openRoom({}, null, commands).join();
});

describe("handshake", () => {
  it("returns the player in READY", () => {
    expect(openActivityPage(window).came).toMatchObject([
      {
        evt: "READY",
        data: {
          v: 1,
          config: { cdn_host: "127.0.0.1:1", api_endpoint: "//127.0.0.1:1/api", environment: "production" },
          user: { id: window.player.id, username: "ada", discriminator: "0" },
        },
      },
    ]);
  });

  it("accepts a missing encoding", () => {
    const page = openActivityPage(window, false);
    page.send([0, { ...handshakeOf(window), encoding: undefined }]);
    expect(page.came).toMatchObject([{ evt: "READY" }]);
  });

  it.each<[object, number, string]>([
    [{ v: 2 }, 4004, "v must be 1"],
    [{ encoding: "etf" }, 4005, "must be json"],
    [{ client_id: "1" }, 4000, "Invalid Client ID: this is Example Game's Activity, so use new DiscordSDK("],
    [{ frame_id: "g" }, 1003, "another window"],
  ])("rejects %j with code %i and ignores later messages", (change, code, message) => {
    const page = openActivityPage(window, false);
    page.send([0, { ...handshakeOf(window), ...change }]);
    expect(page.closed()).toEqual({ code, message: expect.stringContaining(message) as unknown });
    page.send([0, handshakeOf(window)]);
    expect(page.came).toEqual([]);
  });

  it("is rejected if repeated", () => {
    const page = openActivityPage(window);
    page.send([0, handshakeOf(window)]);
    expect(page.closed()).toMatchObject({
      code: 1003,
      message: expect.stringContaining("one DiscordSDK") as unknown,
    });
  });

  it("is required before any command", () => {
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
    ["with invalid arguments", "GET_CHANNEL", {}, { code: 4000 }],
    ["without the scope", "SET_ACTIVITY", {}, { code: 4006 }],
    ["that causes an internal error", "GET_SKUS", {}, { code: 1000, message: "Unknown Error" }],
  ])("reject a command %s", async (_what, cmd, args, refusal) => {
    expect(await openActivityPage(window).refusal(cmd, args)).toMatchObject(refusal);
  });

  it.each([
    ["no scopes required", [], undefined, undefined],
    ["no token", ["identify"], undefined, "Call authorize with identify, then authenticate"],
    [
      "no token, but any token is accepted",
      "any token",
      undefined,
      "Call authorize with a scope, such as identify, then",
    ],
    ["a token, and any token is accepted", "any token", "email", undefined],
    ["the required scope", ["identify"], "identify", undefined],
    [
      "a missing scope",
      ["identify", "guilds"],
      "identify",
      "Add guilds to authorize's scope, then authenticate",
    ],
    ["one of the accepted scopes", { oneOf: ["email", "identify"] }, "identify", undefined],
    [
      "none of the accepted scopes",
      { oneOf: ["email", "guilds"] },
      "identify",
      "Add email or guilds to authorize's scope, then",
    ],
  ] satisfies [string, Access, string | undefined, string | undefined][])(
    "check the page's scopes (%s)",
    (_what, access, scopes, message) => {
      const connection = new ConnectionState(new AbortController().signal);
      connection.scopes = scopes;
      const refusal = { code: 4006, message: expect.stringContaining(message ?? "") as unknown };
      if (message === undefined) expect(connection.requireAccess(access)).toBeUndefined();
      else expect(() => connection.requireAccess(access)).toThrow(expect.objectContaining(refusal));
    },
  );

  it.each(["toString", "capture_log", 7, undefined])("reject the unknown name %s", (name) => {
    const run = () => runCommand(commands, { name } as Parameters<typeof runCommand>[1]);
    expect(run).toThrow(
      expect.objectContaining({
        code: 4002,
        message: expect.stringMatching(/^Invalid command: .* is unknown/),
      }),
    );
  });

  it("send no response after the page disconnects", async () => {
    const page = openActivityPage(window);
    page.send([1, { cmd: "CAPTURE_LOG", nonce: "1" }]);
    page.leave();
    await Promise.resolve();
    expect(page.came.map(({ evt }) => evt)).toEqual(["READY"]);
  });
});

describe("a window's problem list", () => {
  it.each([
    [
      "a denied sign-in",
      "AUTHORIZE",
      "The player declined or closed the prompt. Catch the error from authorize() and let the player try again.",
      { message: "AUTHORIZE was rejected: OAuth2 Error: access_denied: No (5000)" },
    ],
    [
      "a rejected token",
      "AUTHENTICATE",
      "The command's promise was rejected with this error. Catch it, because the real client rejects the command too.",
      { message: "AUTHENTICATE was rejected: Expired (4009)" },
    ],
  ])("includes %s", async (_what, command, hint, problem) => {
    await openActivityPage(window).refusal(command);
    expect(window.problems.all).toMatchObject([{ ...problem, hint }]);
  });

  it("excludes other rejected commands", async () => {
    await openActivityPage(window).refusal("SET_ACTIVITY");
    expect(window.problems.all).toEqual([]);
  });
});

const cyclic: unknown[] = [1];
cyclic.push(cyclic);

it.each<[unknown, number, string]>([
  [undefined, 4005, "A message must be JSON and must not be nested too deeply."],
  [cyclic, 4005, "A message must be JSON and must not be nested too deeply."],
  [{}, 4005, "A message must be [opcode, payload]."],
  [["1", {}], 4005, "A message must be [opcode, payload]."],
  [[1, "AUTHORIZE"], 4005, "A message must be [opcode, payload]."],
  [[3, {}], 1003, "The opcode must be one of 0, 1, 2."],
  [
    [1, { x: "x".repeat(1_048_576) }],
    4005,
    "The message has 1048588 characters, but at most 1048576 are allowed.",
  ],
])("after the message %j, closes the connection with code %i", (message, code, problem) => {
  const page = openActivityPage(window);
  page.send(message);
  expect(page.closed()).toEqual({ code, message: problem });
});

it("removes the player if the Activity closes itself", () => {
  const page = openActivityPage(window);
  page.send([2, { code: 1000, message: "Bye", nonce: "1" }]);
  expect([window.isClosed, page.ended()]).toEqual([true, 1]);
});
