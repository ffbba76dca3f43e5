import { expect, test } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import { askApi } from "../../../setup/emulator/api.ts";

const world = new World({});
const refused = (status: number) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code: 0 }) });

test.each([
  ["GET", "/nothing/here", 404],
  ["GET", "/users/@me/more", 404],
  ["GET", "/more/users/@me", 404],
  ["GET", "/applications/1/commands/2/3", 404],
  ["DELETE", "/users/@me", 405],
  ["PUT", "/applications/1/guilds/2/commands/permissions", 405],
])("responds to %s %s with %i", async (method, path, status) => {
  await expect(askApi(world, method, path)).rejects.toEqual(refused(status));
});

test("passes the parameters of a path to its endpoint", async () => {
  const { id } = world.applications[0];
  const { command } = world.commandsOf(id).upsert("7", { name: "ping", description: "Answers with pong" });
  expect(await askApi(world, "GET", `/applications/${id}/guilds/7/commands/${command.id}`)).toEqual({
    status: 200,
    body: command,
  });
});
