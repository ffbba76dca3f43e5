import { expect, it } from "vitest";
import { openRoom } from "../../../../setup/activity/open-room.ts";
import { type ActivityCall, findCommand } from "../../../../../src/emulator/activity/command.ts";
import { peopleCommands } from "../../../../../src/emulator/activity/commands/people.ts";
import { World } from "../../../../../src/emulator/state/world.ts";

it("finds only users with an account", async () => {
  const { play, world } = openRoom();
  const { page } = await play();
  const grace = world.players.findOrAdd("Grace");
  expect(await page.run("GET_USER", { id: grace.id })).toMatchObject({ id: grace.id, username: "grace" });
  expect(await page.run("GET_USER", { id: "1" })).toBeNull();
  expect(await page.refusal("GET_USER", { id: 5 })).toMatchObject({
    code: 4000,
    message: expect.stringContaining("args.id is a number"),
  });
});

it("returns the player's friends if the scope allows it", async () => {
  const { play, join } = openRoom({ players: [{ name: "Ada", friends: ["Grace", "Linus"] }] });
  const { page } = await play("relationships.read");
  join("Grace");
  const { relationships } = await page.run("GET_RELATIONSHIPS");
  expect(relationships).toMatchObject([
    { type: 1, user: { username: "grace" }, presence: { status: "online", activity: null } },
    { type: 1, user: { username: "linus" } },
  ]);
  const grace = await play("relationships.read", "Linus");
  expect((await grace.page.run("GET_RELATIONSHIPS"))["relationships"]).toHaveLength(1);
  const { page: stranger } = await play("identify");
  expect(await stranger.refusal("GET_RELATIONSHIPS")).toMatchObject({
    code: 4006,
    message: expect.stringContaining("relationships.read"),
  });
});

it("returns an empty list without friends", async () => {
  const { page } = await openRoom().play("relationships.read");
  expect(await page.run("GET_RELATIONSHIPS")).toEqual({ relationships: [] });
});

it("returns the participants of the Activity", () => {
  const world = new World({});
  const [ada] = world.players.all.map(({ id }) => id);
  const instance = world.activities.launch({ applicationId: "1", userId: ada ?? "", channelId: "8" });
  const call = { live: { world }, window: { instance } } as ActivityCall;
  const command = findCommand(peopleCommands, "GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS");
  expect(command.run(call, undefined)).toMatchObject({
    participants: [{ id: ada, username: "ada" }],
  });
});
