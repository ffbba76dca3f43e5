import { expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { createGame, ping } from "../../../setup/program/game-folder.ts";

it("requires a guild, and includes its commands and the global ones", async () => {
  await using emulator = await startEmulator();
  const guild = emulator.addGuild({ name: "Test" });
  const game = createGame(emulator, [{ ...ping, name: "local" }], { application: { commands: [ping] } });
  expect(await game.run(["permissions", "list"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Give --guild, or a guildId in the config."),
  });
  await game.run(["commands", "apply", "--guild", guild.id, "--yes"]);
  const { stderr } = await game.run(["permissions", "get", "none", "--guild", guild.id]);
  expect(stderr).toContain("There are: ping, local.");
});
