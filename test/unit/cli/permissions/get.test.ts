import { expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { readObject } from "../../../setup/program/schema.ts";

it("shows the permissions of one command", async () => {
  await using emulator = await startEmulator();
  const { run, asPlayer } = await createGuardedGame(emulator);
  expect((await run(["permissions", "get", "ping"])).stderr).toContain("ping has no overwrites in guild");
  await run(["permissions", "edit", "ping", "--deny", "everyone", "--yes"], asPlayer);
  expect((await run(["permissions", "get", "ping"])).stdout).toBe("may not  everyone\n");
  const allowing = ["permissions", "edit", "score", "--allow", "everyone", "--yes"];
  await run(allowing, asPlayer);
  expect((await run(["permissions", "get", "score"])).stdout).toBe("may  everyone\n");
  const { result } = readObject((await run(["permissions", "get", "score", "--json"])).stdout);
  expect(result).toMatchObject({ name: "score", permissions: [{ permission: true }] });
});
