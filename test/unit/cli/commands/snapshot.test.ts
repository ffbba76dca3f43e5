import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createGame, ping, useEmulator } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { oneLine } from "../../../setup/program/one-line.ts";

const emulator = await useEmulator();

it("saves the commands and the specified guilds' permissions", async () => {
  const guild = emulator.addGuild({ name: "Test" });
  const game = createGame(emulator, [], { application: { commands: [ping] } });
  const words = ["commands", "snapshot", "before.json", "--permissions-of", guild.id];
  const { code, stdout } = await game.run(words);
  expect([code, oneLine(stdout)]).toEqual([
    0,
    `Saved 1 command, 0 with permissions, to ${join(game.cwd, "before.json")}.`,
  ]);
  expect(JSON.parse(readFileSync(join(game.cwd, "before.json"), "utf8"))).toMatchObject({
    format: 1,
    scope: "global",
    commands: [{ name: "ping" }],
  });
  expect(oneLine((await game.run(words)).stderr)).toContain("would be overwritten");
  expect(readObject((await game.run([...words, "--force", "--json"])).stdout).result).toMatchObject({
    commands: 1,
  });
});
