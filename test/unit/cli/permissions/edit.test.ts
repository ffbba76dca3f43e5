import { describe, expect, it } from "vitest";
import { createGuardedGame } from "../../../setup/program/guarded-game.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { useEmulator } from "../../../setup/program/game-folder.ts";

const emulator = await useEmulator();

const words = ["permissions", "edit", "ping"];

describe("slashpass permissions edit", () => {
  it("shows the change, asks for confirmation and keeps other overwrites", async () => {
    const { run, roleId, asPlayer, guild } = await createGuardedGame(emulator);
    const change = [...words, "--deny", "everyone", "--allow", `role:${roleId}`];
    const no = await run(change, { ...asPlayer, columns: 100, typed: ["n"] });
    expect([no.code, no.stdout]).toEqual([1, expect.stringContaining("everyone may not use ping")]);
    expect(await run([...change, "--yes"], asPlayer)).toEqual({
      code: 0,
      stdout: `+ role:${roleId} (Moderators) may use ping\n+ everyone may not use ping\n`,
      stderr: expect.stringMatching(/^Change 2 overwrites: application [^]*\nChanged\.\n$/),
    });
    const back = await run([...words, "--remove", "everyone", "--yes", "--json"], asPlayer);
    expect(readObject(back.stdout).result).toMatchObject({
      before: [{ id: roleId }, { id: guild.id, permission: false }],
      permissions: [{ id: roleId, permission: true, name: "Moderators" }],
    });
    const turned = await run([...words, "--deny", `role:${roleId}`, "--yes"], asPlayer);
    expect(turned.stdout).toBe(
      `- role:${roleId} (Moderators) may use ping\n+ role:${roleId} (Moderators) may not use ping\n`,
    );
    const again = await run([...words, "--deny", `role:${roleId}`], asPlayer);
    expect([again.code, again.stderr]).toEqual([0, "No changes: the overwrites are already set.\n"]);
  });

  it("rejects an empty change and a duplicate target", async () => {
    const { run, asPlayer, guild } = await createGuardedGame(emulator);
    expect((await run(words, asPlayer)).stderr).toContain("No changes are specified.");
    const twice = await run([...words, "--deny", "everyone", "--remove", `role:${guild.id}`], asPlayer);
    expect(twice.stderr).toContain("everyone is specified twice.");
  });
});
