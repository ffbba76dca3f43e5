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
    sentMessages: () => room.world.history.in("22", player.id).map(({ content }) => content),
  };
}

it("sends a link that lets the chosen player join", async () => {
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

it("copies a link only if the player accepts", async () => {
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
  const { page, window, sentMessages } = await open();
  const mediaUrl = "http://127.0.0.1:1/attachments/22/1/image.png";
  for (const answer of ["accept", "deny"] as const) {
    expect(await page.run("OPEN_SHARE_MOMENT_DIALOG", { mediaUrl })).toBeNull();
    const [prompt] = window.prompts.all;
    expect(prompt).toMatchObject({ kind: "share-moment", mediaUrl });
    prompt?.[answer]();
  }
  await page.run("GET_PLATFORM_BEHAVIORS");
  expect(sentMessages()).toEqual([mediaUrl]);
});

it("shares a command and its content", async () => {
  const { page, window, sentMessages } = await open();
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
  expect(sentMessages()).toEqual(["Who plays?"]);
});

it("invites a player, who can then join", async () => {
  const { play, world, windows } = openRoom();
  const { page, window } = await play("identify rpc.activities.write");
  await page.run("SET_ACTIVITY", { activity: { secrets: { join: "room-5" } } });
  expect(await page.run("OPEN_INVITE_DIALOG")).toBeNull();
  const [prompt] = window.prompts.all;
  expect(prompt).toMatchObject({ kind: "invite", players: ["Grace"] });
  prompt?.accept("Grace");
  await page.run("GET_PLATFORM_BEHAVIORS");
  const grace = world.players.findOrAdd("Grace");
  expect(windows.invitations.to(grace)).toMatchObject([
    { from: window.player, instanceId: window.instance.instance_id, secret: "room-5", content: "" },
  ]);
  const { page: joined } = await play(undefined, "Grace");
  for (let count = 0; count < 2; count++) await joined.run("SUBSCRIBE", undefined, "ACTIVITY_JOIN");
  expect(joined.received("ACTIVITY_JOIN")).toEqual([
    { applicationId: window.application.id, secret: "room-5" },
  ]);
});

it("invites only the player chosen in the dialog", async () => {
  const { play, world, windows } = openRoom();
  const { page, window } = await play("identify");
  for (const answer of ["Nobody", undefined]) {
    await page.run("OPEN_INVITE_DIALOG");
    window.prompts.all[0]?.accept(answer);
  }
  await page.run("OPEN_INVITE_DIALOG");
  window.prompts.all[0]?.deny();
  await page.run("GET_PLATFORM_BEHAVIORS");
  expect(world.players.all.flatMap((player) => windows.invitations.to(player))).toEqual([]);
});

it("rejects invites outside guilds or without permission", async () => {
  const outside = await openRoom({}, null).play("identify");
  expect(await outside.page.refusal("OPEN_INVITE_DIALOG")).toMatchObject({ code: 4005 });
  const guilds = [{ id: "20", name: "Reef", permissions: "0", channels: [{ id: "22", name: "general" }] }];
  const { page } = await openRoom({ guilds }).play("identify");
  expect(await page.refusal("OPEN_INVITE_DIALOG")).toMatchObject({
    code: 4006,
    message: expect.stringContaining("Ada cannot create invites here."),
  });
});

it("lets an Activity invite a player with a message", async () => {
  const { play, world, windows } = openRoom();
  const { page, window } = await play("relationships.read");
  const grace = world.players.findOrAdd("Grace");
  expect(await page.run("INVITE_USER_EMBEDDED", { user_id: grace.id, content: "Come" })).toBeNull();
  expect(windows.invitations.to(grace)).toMatchObject([{ from: window.player, content: "Come" }]);
  const { id } = world.channels.among([window.player, grace]);
  expect(world.history.in(id, grace.id)).toMatchObject([{ content: "Come", author: { username: "ada" } }]);
  expect(await page.refusal("INVITE_USER_EMBEDDED", { user_id: "1" })).toEqual({
    code: 4010,
    message: "Invalid user: there is no user with the id 1.",
  });
});

it.each([
  ["members of the guild", "20", ["Grace"]],
  ["players if there is no guild", null, ["Grace", "Linus"]],
])("offers to invite other %s", async (_who, guildId, names) => {
  const guilds = [{ id: "20", name: "Reef", members: [{ player: "Ada" }, { player: "Grace" }] }];
  const room = openRoom({ guilds, players: ["Ada", "Grace", "Linus"] }, guildId);
  const { page, window } = await room.play("identify");
  void page.run("SHARE_LINK", { message: "" });
  expect(window.prompts.all).toMatchObject([{ players: names }]);
});
