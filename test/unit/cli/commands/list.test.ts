import { expect, it } from "vitest";
import { createGame, ping, score, useEmulator } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";

const emulator = await useEmulator();

it("prints the live commands in columns", async () => {
  const commands = [
    { ...ping, id: "1400000000000000011" },
    {
      ...score,
      id: "1400000000000000012",
      description: "Shows a score, with so many words that it takes two lines of the table.",
    },
    { name: "High five", type: 2, id: "1400000000000000013" },
  ];
  const game = createGame(emulator, [], { application: { commands } });
  const { code, stdout, stderr } = await game.run(["commands", "list"]);
  expect([code, stderr]).toEqual([0, ""]);
  await expect(stdout.replaceAll(/\d{17,}/g, "1400000000000000011")).toMatchFileSnapshot(
    "../../../golden/program/list.txt",
  );
});

it("lists a guild's commands, if there are any, and shows an unknown type as a number", async () => {
  const game = createGame(emulator, []);
  await expectEnd(game.run(["commands", "list"]), 0, "There are no commands in application");
  const guild = emulator.addGuild({ name: "Test" });
  emulator.faults.add({
    path: new RegExp(`/guilds/${guild.id}/commands`),
    answer: {
      status: 200,
      body: [{ id: "1400000000000000011", type: 9, version: "1", name: "x\u001B[2J", description: "" }],
    },
    times: 2,
  });
  const { stdout } = await game.run(["commands", "list", "--guild", guild.id]);
  expect(stdout).toMatch(/^x\\u001b\[2J {2}9 {5}1400000000000000011$/m);
  const { result } = readObject((await game.run(["commands", "list", "--guild", guild.id, "--json"])).stdout);
  expect(result).toMatchObject({ target: { guildId: guild.id }, commands: [{ type: 9 }] });
});
