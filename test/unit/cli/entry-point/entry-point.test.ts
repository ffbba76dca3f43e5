import { expect, it, describe } from "vitest";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { createGame, useEmulator } from "../../../setup/program/game-folder.ts";
import { getAccessToken } from "../../../setup/emulator/players.ts";
import { call } from "../../../setup/emulator/requests.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { describeEntryPoint, describeHandler } from "../../../../src/cli/entry-point/entry-point.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";

const emulator = await useEmulator();

const words = ["entry-point", "set"];

it("creates an entry point, then changes only the specified fields", async () => {
  const game = createGame(emulator, [], { application: { activities: true } });
  const commands = new CommandsClient(emulator.commandsOptions(game.application));
  for (const { id } of await commands.global.list()) await commands.global.delete(id);
  const made = readObject((await game.run([...words, "--description", "Plays.", "--yes", "--json"])).stdout);
  expect(made.result).toMatchObject({ entryPoint: { name: "launch", description: "Plays.", handler: 2 } });
  const { stdout } = await game.run([...words, "--handler", "application", "--name", "play", "--yes"]);
  expect(stdout).toMatch(/^name {9}play\n(?:.*\n)description {2}Plays\.\nhandler {6}application: /);
});

it("keeps permissions on a rename and loses them only with explicit consent", async () => {
  const { id: guildId } = emulator.addGuild({ name: "The Arcade", owner: emulator.players[0].name });
  const game = createGame(emulator, [], { application: { activities: true, guilds: [guildId] } });
  const service = { ...emulator, application: game.application };
  const token = await getAccessToken(service, "applications.commands.permissions.update");
  const { body } = await call(service, "GET", "/commands");
  const [{ id }] = body as unknown as [{ id: string }];
  const path = `/guilds/${guildId}/commands/${id}/permissions`;
  const permissions = [{ id: guildId, type: 1, permission: false }];
  await call(service, "PUT", path, { permissions }, { authorization: `Bearer ${token}` });
  const rename = [...words, "--name", "play", "--yes"];
  await expectEnd(game.run(rename), 1, "The plan was not applied");
  expect((await game.run(rename, { env: { SLASHPASS_ACCESS_TOKEN: token } })).code).toBe(0);
  expect(await call(service, "GET", path)).toMatchObject({ status: 200, body: { permissions } });
  const again = [...words, "--name", "start", "--yes", "--allow-permission-loss"];
  expect((await game.run(again)).code).toBe(0);
  expect(await call(service, "GET", path)).toMatchObject({ status: 404 });
});

it("asks for confirmation and requires at least one option that sets a field", async () => {
  const game = createGame(emulator, [], { application: { activities: true } });
  await expectEnd(
    game.run([...words, "--name", "play"], { columns: 100, typed: ["n"] }),
    1,
    "Change the entry point launch",
  );
  await expectEnd(game.run(words), 2, "No setting is specified");
  const guild = createGame(emulator, [], { environment: { guildId: "1400000000000000002" } });
  expect((await guild.run([...words, "--name", "play"])).stderr).not.toContain("guild");
});

describe("entry-point show", () => {
  it("shows the entry point, or suggests how to create one, regardless of the config's guild", async () => {
    const environment = { guildId: "1400000000000000002" };
    const game = createGame(emulator, [], { environment, application: { activities: true } });
    expect(await game.run(["entry-point", "show"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^name {9}launch\nid {11}\d+\ndescription .*\nhandler {6}discord: /),
    });
    const none = createGame(emulator, []);
    expect((await none.run(["entry-point", "show"])).stderr).toContain("slashpass entry-point set");
    expect(readObject((await none.run(["entry-point", "show", "--json"])).stdout).result).toMatchObject({
      entryPoint: null,
    });
  });
});

describe("entry-point remove", () => {
  it("asks for confirmation, deletes the entry point, and then reports that there is none", async () => {
    const game = createGame(emulator, [], { application: { activities: true } });
    const removing = ["entry-point", "remove"];
    expect((await game.run(removing, { columns: 100, typed: ["n"] })).code).toBe(1);
    expect(await game.run([...removing, "--yes"])).toEqual({
      code: 0,
      stdout: "Deleted launch.\n",
      stderr: expect.stringMatching(/^Delete the entry point launch and its permissions: application/),
    });
    expect((await game.run(removing)).stderr).toContain("There is no entry point in application");
    expect(readObject((await game.run([...removing, "--json"])).stdout).result).toMatchObject({
      removed: null,
    });
  });
});

it("describes what handles a launch, and a missing description", () => {
  expect([1, 2, undefined, 9].map(describeHandler)).toEqual([
    expect.stringContaining("your code"),
    expect.stringContaining("Discord launches"),
    expect.stringContaining("Discord launches"),
    "9",
  ]);
  const command = { id: "1", application_id: "1", version: "1", name: "launch", description: "" };
  expect(describeEntryPoint(command)).toContainEqual(["description", "none"]);
});
