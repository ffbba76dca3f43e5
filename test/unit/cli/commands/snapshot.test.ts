import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, describe } from "vitest";
import { createGame, ping, useEmulator, score } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { oneLine, expectEnd } from "../../../setup/program/one-line.ts";

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

async function createChanged() {
  const game = createGame(emulator, [score], { application: { commands: [ping] } });
  await game.run(["commands", "snapshot", "before.json"]);
  await game.run(["commands", "apply", "--yes"]);
  return game;
}

const words = ["commands", "restore", "before.json"];

describe("commands restore", () => {
  it("prints the plan, asks for confirmation and restores the commands", async () => {
    const game = await createChanged();
    const no = await game.run(words, { columns: 80, typed: ["n"] });
    expect([no.code, no.stdout]).toEqual([1, expect.stringContaining("/ping")]);
    const yes = await game.run([...words, "--yes"]);
    expect([yes.code, yes.stderr]).toEqual([
      0,
      expect.stringMatching(/^Restore \(1 request\): application [^]*\nRestored: 1 request\.\n$/),
    ]);
    expect((await game.run(["commands", "list"])).stdout).toContain("ping");
    const { result } = readObject((await game.run([...words, "--json"])).stdout);
    expect(result).toMatchObject({ done: [], plan: { unchanged: [{ name: "ping" }] } });
  });

  it("restores permissions with a player's token, or warns that it cannot without one", async () => {
    const guild = emulator.addGuild({ name: "Test" });
    const game = createGame(emulator, [], { application: { commands: [ping] } });
    await game.run(["commands", "snapshot", "before.json", "--permissions-of", guild.id]);
    const taken = JSON.parse(readFileSync(join(game.cwd, "before.json"), "utf8")) as {
      commands: [{ id: string }];
    };
    const [{ id }] = taken.commands;
    const permissions = [{ id: guild.id, type: 1, permission: false }];
    game.write("before.json", {
      ...taken,
      permissions: [{ id, application_id: game.application.id, guild_id: guild.id, permissions }],
    });
    const shown = await game.run(words);
    expect(shown.stdout).toContain(
      "permissions in the snapshot (1 overwrite in 1 guild) will not be restored",
    );
    expect(shown.stderr).toContain("SLASHPASS_ACCESS_TOKEN");
    const env = { SLASHPASS_ACCESS_TOKEN: "not-a-token" };
    await expectEnd(game.run([...words, "--yes"], { env }), 1, "401");
  });
});
