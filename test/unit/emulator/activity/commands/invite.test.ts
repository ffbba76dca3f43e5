import { expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";

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
  await joined.run("SUBSCRIBE", undefined, "ACTIVITY_JOIN");
  expect(joined.heard("ACTIVITY_JOIN")).toEqual([{ applicationId: window.application.id, secret: "room-5" }]);
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

it("rejects invites outside of guilds, without permission or without a token", async () => {
  const outside = await openRoom({}, null).play("identify");
  expect(await outside.page.refusal("OPEN_INVITE_DIALOG")).toMatchObject({ code: 4005 });
  const guilds = [{ id: "20", name: "Reef", permissions: "0", channels: [{ id: "22", name: "general" }] }];
  const { page } = await openRoom({ guilds }).play("identify");
  expect(await page.refusal("OPEN_INVITE_DIALOG")).toMatchObject({
    code: 4006,
    message: expect.stringContaining("Ada may not create invites here."),
  });
  const { page: anybody } = await openRoom().play();
  expect(await anybody.refusal("OPEN_INVITE_DIALOG")).toMatchObject({ code: 4006 });
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
    message: "Invalid user: nobody has the id 1.",
  });
  expect(await page.refusal("INVITE_USER_EMBEDDED", {})).toMatchObject({ code: 4000 });
  const { page: other } = await play("identify");
  expect(await other.refusal("INVITE_USER_EMBEDDED", { user_id: grace.id })).toMatchObject({ code: 4006 });
});
