import { afterAll, beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { readObject } from "../../../setup/program/schema.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

it("lists all permissions with the names of the commands", async () => {
  const { run, roleId, asPlayer, application } = await createGuardedGame(emulator);
  expect((await run(["permissions", "list"])).stderr).toContain("No command has overwrites in guild");
  await run(
    ["permissions", "edit", "ping", "--deny", "everyone", "--allow", `role:${roleId}`, "--yes"],
    asPlayer,
  );
  await run(["permissions", "edit", application.id, "--deny", "all-channels", "--yes"], asPlayer);
  const { stdout } = await run(["permissions", "list"]);
  expect(stdout).toContain(`COMMAND       USE      WHOM\n`);
  expect(stdout).toContain(`ping          may      role:${roleId} (Moderators)\n`);
  expect(stdout).toContain("ping          may not  everyone\n");
  expect(stdout).toContain("all commands  may not  all-channels\n");
  const { result } = readObject((await run(["permissions", "list", "--json"])).stdout);
  expect(result?.["permissions"]).toHaveLength(2);
  expect(result).toMatchObject({
    permissions: expect.arrayContaining([
      expect.objectContaining({
        name: "ping",
        permissions: expect.arrayContaining([expect.objectContaining({ id: roleId, name: "Moderators" })]),
      }),
    ]),
  });
});

it("lists overwrites of deleted commands by id", async () => {
  const { run, asPlayer, application } = await createGuardedGame(emulator);
  await run(["permissions", "edit", "ping", "--deny", "everyone", "--yes"], asPlayer);
  const end = emulator.faults.add({
    path: new RegExp(`/applications/${application.id}/commands$`),
    answer: { status: 200, body: [] },
  });
  const runs = [await run(["permissions", "list"]), await run(["permissions", "list", "--json"])];
  end();
  expect(runs[0]?.stdout).toMatch(/^\d+ +may not {2}everyone$/m);
  const { result } = readObject(runs[1]?.stdout ?? "");
  expect(result).toMatchObject({ permissions: [expect.not.objectContaining({ name: expect.anything() })] });
});
