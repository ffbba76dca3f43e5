import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createApplicationGame } from "../../../setup/program/application-game.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { useEmulator } from "../../../setup/program/game-folder.ts";

const emulator = await useEmulator();

const settings = {
  description: "A game",
  tags: ["game", "reef"],
  integration_types_config: { 0: { oauth2_install_params: { scopes: ["bot"], permissions: "8" } } },
  role_connections_metadata: [{ type: 2, key: "level", name: "Level", description: "Has it" }],
};

async function createAppliedGame() {
  const game = createApplicationGame(emulator, settings);
  expect((await game.run(["app", "apply", "--yes"])).code).toBe(0);
  return game;
}

it("prints settings that can be used unchanged in a config", async () => {
  const game = await createAppliedGame();
  const { code, stdout } = await game.run(["app", "pull"]);
  expect([code, JSON.parse(stdout)]).toEqual([0, settings]);
  game.configure(JSON.parse(stdout) as object);
  expect((await game.run(["app", "plan", "--exit-code"])).code).toBe(0);
  expect(readObject((await game.run(["app", "pull", "--json"])).stdout).result).toMatchObject({
    application: settings,
  });
});

it("writes a file that a config can import", async () => {
  const game = await createAppliedGame();
  const { code, stdout } = await game.run(["app", "pull", "--file", "application.mjs"]);
  const file = join(game.cwd, "application.mjs");
  expect([code, oneLine(stdout)]).toEqual([0, `Wrote the application's settings to ${file}.`]);
  const { default: written } = (await import(file)) as { default: unknown };
  expect(written).toEqual(settings);
  expect(readFileSync(file, "utf8")).toContain('import("slashpass/config").ApplicationConfig');
  const { result } = readObject((await game.run(["app", "pull", "-f", "application.json", "--json"])).stdout);
  expect(result).toMatchObject({ file: join(game.cwd, "application.json") });
  expect(JSON.parse(readFileSync(join(game.cwd, "application.json"), "utf8"))).toEqual(settings);
});

it("overwrites a file only with --force and rejects unsupported file types", async () => {
  const game = await createAppliedGame();
  await expectEnd(game.run(["app", "pull", "--file", "commands.json"]), 2, "would be overwritten");
  expect((await game.run(["app", "pull", "--file", "commands.json", "--force"])).code).toBe(0);
  const odd = await game.run(["app", "pull", "--file", "application.txt"]);
  expect([odd.code, existsSync(join(game.cwd, "application.txt"))]).toEqual([2, false]);
});
