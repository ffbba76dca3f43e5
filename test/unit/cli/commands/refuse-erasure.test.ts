import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGame, type Game, ping, score } from "../../../setup/program/game-folder.ts";
import { oneLine } from "../../../setup/program/one-line.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const named = ["-e", "production", "--confirm", "production"];

/** /ping and /score exist globally and in a guild; the file only defines /ping. */
async function createProduction(): Promise<Game> {
  const { id } = emulator.addGuild({ name: "Reef" });
  const application = { commands: [ping, score], activities: true, guilds: [id] };
  const game = createGame(emulator, [ping], { application });
  const { id: applicationId } = game.application;
  const production = { applicationId, apiBase: emulator.apiBase, protected: true };
  game.write("slashpass.config.json", { environments: { production }, commands: "commands.json" });
  game.write("guilds.txt", id);
  game.write("both.json", [ping, score]);
  game.write("nothing.json", []);
  const snapshot = await game.run(["commands", "snapshot", "before.json"]);
  const added = { ...score, name: "added" };
  game.write("more.json", [ping, score, added]);
  const more = await game.run(["commands", "apply", "-f", "more.json", ...named]);
  const guild = await game.run(["commands", "apply", "-f", "both.json", "--guild", id, ...named]);
  expect([snapshot, more, guild]).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
  return game;
}

describe("a protected environment", () => {
  it.each([
    ["an apply", ["commands", "apply"], "permissions of commands, which the plan names, would be erased"],
    ["a restore", ["commands", "restore", "before.json"], "which the plan names, would be erased"],
    ["a rollout", ["commands", "rollout", "--guilds", "guilds.txt"], "permissions of commands in 1 guild, "],
    ["a removal", ["entry-point", "remove"], "the permissions of launch would be erased"],
  ])(
    "rejects %s that erases permissions unless --allow-permission-loss is set",
    async (_what, words, reason) => {
      const game = await createProduction();
      const refused = await game.run([...words, ...named]);
      expect([refused.code, oneLine(refused.stderr)]).toEqual([1, expect.stringContaining(reason)]);
      expect(oneLine(refused.stderr)).toContain("Add --allow-permission-loss to erase them.");
      expect((await game.run([...words, ...named, "--allow-permission-loss"])).code).toBe(0);
    },
  );

  it("needs no option for a change that erases no permissions", async () => {
    const game = await createProduction();
    const words = ["commands", "rollout", "--guilds", "guilds.txt", "-f", "both.json"];
    expect((await game.run([...words, ...named])).code).toBe(0);
  });
});
