import { expect, it, describe } from "vitest";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { useEmulator } from "../../../setup/program/game-folder.ts";

const emulator = await useEmulator();

it("lists all permissions with the command names", async () => {
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
  const all = result?.["permissions"] as { name: string; permissions: object[] }[];
  expect(all).toHaveLength(2);
  expect(all.find(({ name }) => name === "ping")?.permissions).toContainEqual(
    expect.objectContaining({ id: roleId, name: "Moderators" }),
  );
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

describe("slashpass permissions get", () => {
  it("shows one command's permissions", async () => {
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
});
