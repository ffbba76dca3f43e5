import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { activityCommands } from "../../../../../src/emulator/activity/commands/table.ts";
import type { Access } from "../../../../../src/emulator/activity/connection.ts";
import { activityEventScopes } from "../../../../../src/wire/activity-rpc.ts";
import { openRoom } from "../../../../setup/activity/open-room.ts";
import { sdkCommands, sdkEvents } from "../../../../setup/activity/sdk-schemas.ts";

const document = readFileSync(new URL("../../../../../docs/activities-protocol.md", import.meta.url), "utf8");

/** Returns the rows of the table under a heading, without the last column. */
function rowsUnder(heading: string): string[][] {
  const [, section = ""] = document.split(`\n## ${heading}\n`);
  const [table = ""] = section.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((line) => {
    const cells = line.split("|").slice(1, -2);
    return cells.map((cell) => cell.trim().replaceAll("`", ""));
  });
}

const show = (access: Access) => {
  if (access === "any token") return "a token";
  return "oneOf" in access ? access.oneOf.join(" or ") : access.join(", ") || "–";
};

describe("docs/activities-protocol.md", () => {
  it("lists exactly the SDK's commands and their required scopes", async () => {
    const known = (await sdkCommands()).map(([method, command]) => {
      const { access } = activityCommands[command] ?? expect.unreachable(command);
      return [method, command, show(access)];
    });
    expect(known.length).toBeGreaterThan(28);
    expect(rowsUnder("Commands")).toHaveLength(known.length);
    expect(new Set(rowsUnder("Commands"))).toEqual(new Set(known));
    const documented = [...known.map(([, command]) => command), "SUBSCRIBE", "UNSUBSCRIBE"];
    expect(new Set(Object.keys(activityCommands))).toEqual(new Set(documented));
  });

  it("lists every SDK event and its required scopes", () => {
    const known = Object.entries(activityEventScopes).map(([name, scopes]) => [name, show(scopes)]);
    expect(rowsUnder("Events")).toEqual(known);
    expect(["READY", ...known.map(([name]) => name)]).toEqual(sdkEvents);
  });
});

describe("SUBSCRIBE", () => {
  it("adds and removes a subscription to an event", async () => {
    const { page, window } = await openRoom().play("rpc.voice.read");
    const args = { channel_id: "22" };
    const speak = (channel_id: string) =>
      window.dispatch("SPEAKING_START", { channel_id, user_id: "1" }, { channel_id });
    expect(await page.run("SUBSCRIBE", args, "SPEAKING_START")).toEqual({ evt: "SPEAKING_START" });
    speak("22");
    speak("9");
    expect(page.received("SPEAKING_START")).toHaveLength(1);
    expect(await page.run("UNSUBSCRIBE", undefined, "SPEAKING_START")).toEqual({ evt: "SPEAKING_START" });
    speak("22");
    expect(page.received("SPEAKING_START")).toHaveLength(1);
  });

  it("subscribes to an event in all channels if there is no channel id", async () => {
    const { page, window } = await openRoom().play("rpc.voice.read");
    await page.run("SUBSCRIBE", { channel_id: null }, "SPEAKING_STOP");
    window.dispatch("SPEAKING_STOP", { channel_id: "8", user_id: "1" }, { channel_id: "8" });
    expect(page.received("SPEAKING_STOP")).toHaveLength(1);
  });

  it.each([
    ["VOICE_STATE_UPDATE", undefined, {}, 4006, "rpc.voice.read"],
    ["CURRENT_GUILD_MEMBER_UPDATE", "identify", {}, 4006, "guilds.members.read"],
    ["READY", "identify", {}, 4004, '"READY" is unknown'],
    ["toString", "identify", {}, 4004, '"toString" is unknown'],
    [undefined, "identify", {}, 4004, "without a name"],
    ["VOICE_STATE_UPDATE", "rpc.voice.read", {}, 4000, "args.channel_id is missing, but must be"],
    [
      "CURRENT_GUILD_MEMBER_UPDATE",
      "identify guilds.members.read",
      undefined,
      4000,
      "args.guild_id is missing",
    ],
    ["SPEAKING_STOP", "rpc.voice.read", { channel: "8" }, 4000, "args.channel does not exist."],
  ])(
    "given event %s, scopes %s and arguments %j, rejects with code %i",
    async (event, scopes, args, code, message) => {
      const { page } = await openRoom().play(scopes);
      expect(await page.refusal("SUBSCRIBE", args, event)).toMatchObject({
        code,
        message: expect.stringContaining(message),
      });
    },
  );
});

it.each([
  ["CAPTURE_LOG", { level: "shout", message: "" }, 'args.level is "shout"'],
  ["CAPTURE_LOG", undefined, "args.level is missing"],
  ["SET_CONFIG", {}, "args.use_interactive_pip is missing"],
  ["SET_ORIENTATION_LOCK_STATE", { lock_state: 4 }, "args.lock_state is 4, but must be 1 or 2 or 3."],
  ["SET_ORIENTATION_LOCK_STATE", { lock_state: 1, grid: 1 }, "args.grid does not exist."],
  ["OPEN_EXTERNAL_LINK", {}, "args.url is missing"],
  ["OPEN_EXTERNAL_LINK", { url: "example" }, "Invalid URL: example", 4002],
  ["OPEN_EXTERNAL_LINK", { url: "javascript:alert(1)" }, "Invalid URL: javascript:alert(1)", 4002],
  ["SET_ACTIVITY", { activity: { state: "a" } }, "activity.state is not a string of 2 to 128 characters."],
  ["SET_ACTIVITY", { activity: { type: 4 } }, "args.activity.type is 4, but must be 0 or 2 or 3 or 5."],
  ["SET_ACTIVITY", { activity: { details_url: "level" } }, "details_url is a string, but must be a URL."],
  ["SET_ACTIVITY", { activity: { party: { size: [5, 4] } } }, "size is a list, but must be two numbers"],
  ["SET_ACTIVITY", { activity: { party: { size: [5] } } }, "size is a list, but must be two numbers"],
  ["SET_ACTIVITY", { activity: { timestamps: { start: "now" } } }, "timestamps.start is a string"],
  ["SET_ACTIVITY", { activity: { name: "Mine" } }, "args.activity.name does not exist."],
  ["GET_CHANNEL", { channel_id: 5 }, "args.channel_id is a number"],
  ["GET_USER", { id: 5 }, "args.id is a number"],
  ["INVITE_USER_EMBEDDED", {}, "args.user_id is missing"],
  ["SHARE_LINK", {}, "args.message is missing"],
  ["SHARE_LINK", { message: "a".repeat(1001) }, "args.message is not a string"],
  ["SHARE_LINK", { message: "", custom_id: "a".repeat(65) }, "args.custom_id is not a string"],
  ["OPEN_SHARE_MOMENT_DIALOG", { mediaUrl: "image.png" }, "mediaUrl is a string, but must be the URL"],
  ["OPEN_SHARE_MOMENT_DIALOG", { mediaUrl: "data:image/png," }, "args.mediaUrl is a string"],
  ["SHARE_INTERACTION", { content: "a" }, "args.command is missing"],
  ["SHARE_INTERACTION", { command: "a", components: [{ type: 2 }] }, "args.components[0].type is 2"],
  ["START_PURCHASE", {}, "args.sku_id is missing"],
  ["GET_QUEST_ENROLLMENT_STATUS", undefined, "args.quest_id is missing"],
  ["QUEST_START_TIMER", undefined, "args.quest_id is missing"],
])("%s rejects %j and identifies the invalid argument", async (command, args, message, code = 4000) => {
  const { page, window } = await openRoom().play("identify guilds relationships.read rpc.activities.write");
  expect(await page.refusal(command, args)).toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
  expect(window.prompts.all).toEqual([]);
});
