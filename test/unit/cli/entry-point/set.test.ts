import { afterAll, beforeAll, expect, it } from "vitest";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGame } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const words = ["entry-point", "set"];

it("makes one, then changes what is given and nothing else", async () => {
  const game = createGame(emulator, [], { application: { activities: true } });
  const commands = new CommandsClient(emulator.commandsOptions(game.application));
  for (const { id } of await commands.global.list()) await commands.global.delete(id);
  const made = readObject((await game.run([...words, "--description", "Plays.", "--yes", "--json"])).stdout);
  expect(made.result).toMatchObject({ entryPoint: { name: "launch", description: "Plays.", handler: 2 } });
  const { stdout } = await game.run([...words, "--handler", "application", "--name", "play", "--yes"]);
  expect(stdout).toMatch(/^name {9}play\n(?:.*\n)description {2}Plays\.\nhandler {6}application: /);
});

it("asks first, and wants something to set", async () => {
  const game = createGame(emulator, [], { application: { activities: true } });
  const no = await game.run([...words, "--name", "play"], { columns: 100, typed: ["n"] });
  expect([no.code, no.stderr]).toEqual([130, expect.stringContaining("Change the entry point launch")]);
  expect(await game.run(words)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("No option says"),
  });
  const guild = createGame(emulator, [], { environment: { guildId: "1400000000000000002" } });
  expect((await guild.run([...words, "--name", "play"])).stderr).not.toContain("guild");
});
