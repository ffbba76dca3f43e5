import { expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";

async function open() {
  const room = openRoom();
  const played = await room.play("identify");
  const { player } = played.window;
  return {
    ...room,
    ...played,
    grace: room.world.players.findOrAdd("Grace"),
    said: () => room.world.history.in("22", player.id).map(({ content }) => content),
  };
}

it("sends a link to the chosen player, who can join with it", async () => {
  const { page, window, windows, grace, join } = await open();
  const answer = page.run("SHARE_LINK", { message: "Beat me", custom_id: "level-3" });
  const [prompt] = window.prompts.all;
  expect(prompt).toMatchObject({
    kind: "share-link",
    message: "Beat me",
    customId: "level-3",
    players: ["Grace"],
  });
  prompt?.accept("Grace");
  expect(await answer).toEqual({ success: true, didCopyLink: false, didSendMessage: true });
  expect(windows.invitations.to(grace)).toMatchObject([{ content: "Beat me", customId: "level-3" }]);
  expect(join("Grace")).toMatchObject({ customId: "level-3", referrerId: window.player.id });
});

it("copies a link or cancels the sharing", async () => {
  const { page, window, windows, grace } = await open();
  const copied = page.run("SHARE_LINK", { message: "" });
  window.prompts.all[0]?.accept();
  expect(await copied).toEqual({ success: true, didCopyLink: true, didSendMessage: false });
  const denied = page.run("SHARE_LINK", { message: "" });
  window.prompts.all[0]?.deny();
  expect(await denied).toEqual({ success: false, didCopyLink: false, didSendMessage: false });
  expect(windows.invitations.to(grace)).toEqual([]);
});

it("posts a moment to the channel if the player accepts", async () => {
  const { page, window, said } = await open();
  const mediaUrl = "http://127.0.0.1:1/attachments/22/1/image.png";
  for (const answer of ["accept", "deny"] as const) {
    expect(await page.run("OPEN_SHARE_MOMENT_DIALOG", { mediaUrl })).toBeNull();
    const [prompt] = window.prompts.all;
    expect(prompt).toMatchObject({ kind: "share-moment", mediaUrl });
    prompt?.[answer]();
  }
  await page.run("GET_PLATFORM_BEHAVIORS");
  expect(said()).toEqual([mediaUrl]);
});

it("shares a command with its content", async () => {
  const { page, window, said } = await open();
  const button = { type: 2, style: 1, label: "Play", custom_id: "play" };
  const whole = {
    command: "match",
    options: [{ name: "size", value: "2" }],
    content: "Who plays?",
    require_launch_channel: true,
    preview_image: { height: 1, width: 1, url: "https://example.com/a.png" },
    components: [{ type: 1, components: [button] }],
    pid: 1,
  };
  for (const [args, answer] of [
    [whole, "accept"],
    [{ command: "match" }, "accept"],
    [whole, "deny"],
  ] as const) {
    const shared = page.run("SHARE_INTERACTION", args);
    const [prompt] = window.prompts.all;
    expect(prompt).toMatchObject({ kind: "share-interaction", command: "match" });
    prompt?.[answer]();
    expect(await shared).toEqual({ success: answer === "accept" });
  }
  expect(said()).toEqual(["Who plays?"]);
});

it.each([
  ["SHARE_LINK", {}, "args.message is missing"],
  ["SHARE_LINK", { message: "a".repeat(1001) }, "args.message is not a string"],
  ["SHARE_LINK", { message: "", custom_id: "a".repeat(65) }, "args.custom_id is not a string"],
  [
    "OPEN_SHARE_MOMENT_DIALOG",
    { mediaUrl: "image.png" },
    "args.mediaUrl is a string, but must be the address",
  ],
  ["OPEN_SHARE_MOMENT_DIALOG", { mediaUrl: "data:image/png," }, "args.mediaUrl is a string"],
  ["SHARE_INTERACTION", { content: "a" }, "args.command is missing"],
  ["SHARE_INTERACTION", { command: "a", components: [{ type: 2 }] }, "args.components[0].type is 2"],
])("rejects %s of %j and names the invalid argument", async (command, args, message) => {
  const { page, window } = await open();
  expect(await page.refusal(command, args)).toMatchObject({
    code: 4000,
    message: expect.stringContaining(message),
  });
  expect(window.prompts.all).toEqual([]);
});
