import { expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { createGame } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";

it("shows the entry point, or suggests how to create one", async () => {
  await using emulator = await startEmulator();
  const game = createGame(emulator, [], { application: { activities: true } });
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
