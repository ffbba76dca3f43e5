import { expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { createGame } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";

it("asks for confirmation, deletes the entry point, and then reports that there is none", async () => {
  await using emulator = await startEmulator();
  const game = createGame(emulator, [], { application: { activities: true } });
  const words = ["entry-point", "remove"];
  expect((await game.run(words, { columns: 100, typed: ["n"] })).code).toBe(1);
  expect(await game.run([...words, "--yes"])).toEqual({
    code: 0,
    stdout: "Deleted launch.\n",
    stderr: expect.stringMatching(/^Delete the entry point launch, with its permissions: application/),
  });
  expect((await game.run(words)).stderr).toContain("There is no entry point in application");
  expect(readObject((await game.run([...words, "--json"])).stdout).result).toMatchObject({ removed: null });
});
