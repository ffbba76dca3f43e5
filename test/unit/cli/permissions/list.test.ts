import { afterAll, beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { readObject } from "../../../setup/program/schema.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

it("lists who may use what, by the names of the commands", async () => {
  const { run, roleId, asPlayer, application } = await createGuardedGame(emulator);
  expect((await run(["permissions", "list"])).stderr).toContain("No command has overwrites in guild");
  await run(
    ["permissions", "edit", "ping", "--deny", "everyone", "--allow", `role:${roleId}`, "--yes"],
    asPlayer,
  );
  await run(["permissions", "edit", application.id, "--deny", "all-channels", "--yes"], asPlayer);
  const { stdout } = await run(["permissions", "list"]);
  expect(stdout).toContain(`COMMAND       USE      WHOM\n`);
  expect(stdout).toContain(`ping          may      role:${roleId}\n`);
  expect(stdout).toContain("ping          may not  everyone\n");
  expect(stdout).toContain("all commands  may not  all-channels\n");
  const { result } = readObject((await run(["permissions", "list", "--json"])).stdout);
  expect(result?.["permissions"]).toHaveLength(2);
});
