import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { ping, score, useEmulator } from "../../../setup/program/game-folder.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { createRuledGame, moderatorsOnly } from "../../../setup/program/ruled-game.ts";
import { readObject } from "../../../setup/program/schema.ts";

const emulator = await useEmulator();

const words = ["permissions", "apply"];
const rules = { ping: moderatorsOnly };

describe("slashpass permissions apply", () => {
  it("shows the plan, asks for confirmation, writes, and then finds nothing left to do", async () => {
    const { run, asPlayer } = await createRuledGame(emulator, rules);
    const no = await run(words, { ...asPlayer, columns: 100, typed: ["n"] });
    expect([no.code, no.stdout]).toEqual([1, expect.stringContaining("everyone may not")]);
    await expectEnd(run([...words, "--yes"], asPlayer), 0, "Applied: 2 requests.");
    const second = await run([...words, "--yes", "--json"], asPlayer);
    expect(readObject(second.stdout).result).toMatchObject({
      done: 2,
      writes: 0,
      skipped: 0,
      failed: [],
      guilds: [{ edits: [], unchanged: ["ping"] }, {}],
    });
    expect((await run(["permissions", "plan", "--exit-code"])).code).toBe(0);
  });

  it("requires a player with edit permission before reading anything", async () => {
    const { run } = await createRuledGame(emulator, rules);
    const own = { store: memoryTokenStore() };
    expect(await run([...words, "--yes"], { own })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("'slashpass login --scope"),
    });
  });

  it("records completed guilds in a journal and skips them next time", async () => {
    const { run, asPlayer, cwd, guildIds } = await createRuledGame(emulator, rules);
    const noted = [...words, "--yes", "--journal", "done.journal", "--json"];
    await run([...noted, "--guild", guildIds[0] ?? ""], asPlayer);
    expect(readFileSync(join(cwd, "done.journal"), "utf8")).toContain(guildIds[0]);
    const { result } = readObject((await run(noted, asPlayer)).stdout);
    expect(result).toMatchObject({ skipped: 1, done: 1, writes: 1, guilds: [{ guildId: guildIds[1] }] });
    const all = await run([...words, "--journal", "done.journal"], asPlayer);
    expect(oneLine(all.stdout)).toContain(
      "0 of 0 guilds differ from the config. 2 guilds completed earlier.",
    );
  });

  it("reports why a guild failed and continues with the others", async () => {
    const { run, asPlayer, guildIds } = await createRuledGame(emulator, rules);
    const end = emulator.faults.add({
      method: "PUT",
      path: new RegExp(`/guilds/${guildIds[0]}/commands/\\d+/permissions$`),
      answer: { status: 403, body: { code: 50_013, message: "Missing Permissions" } },
    });
    const { code, stderr } = await run([...words, "--yes"], asPlayer);
    end();
    expect(code).toBe(1);
    expect(oneLine(stderr)).toContain(
      "Sign in with an account that can manage the guild and its roles, use the command",
    );
    expect(oneLine(stderr)).toContain(
      "The permissions were not fully applied: 1 of 2 guilds has the config's permissions.",
    );
    const again = readObject((await run([...words, "--yes", "--json"], asPlayer)).stdout);
    expect(again.result).toMatchObject({ done: 2, writes: 1 });
  });

  it("rewrites permissions that a rename and a restore have erased", async () => {
    const { run, asPlayer, write } = await createRuledGame(emulator, rules, { guilds: 1 });
    await run([...words, "--yes"], asPlayer);
    await run(["commands", "snapshot", "before.json", "--global"]);
    write("commands.json", [score]);
    const deleted = await run(["commands", "apply", "--yes", "--allow-permission-loss"]);
    expect(oneLine(deleted.stderr)).toContain(
      "To apply the config's permissions, run 'slashpass permissions apply'.",
    );
    const own = { store: memoryTokenStore() };
    await run(["commands", "restore", "before.json", "--yes", "--allow-permission-loss"], { own });
    expect((await run(["permissions", "plan", "--exit-code"])).code).toBe(3);
    const { result } = readObject((await run([...words, "--yes", "--json"], asPlayer)).stdout);
    expect(result).toMatchObject({ writes: 1 });
    expect((await run(["permissions", "plan", "--exit-code"])).code).toBe(0);
    const renamed = { name: "pong", description: "Answers.", renamedFrom: "ping" };
    write("commands.json", [renamed, score]);
    await run(["commands", "apply", "--yes", "--allow-permission-loss"], { own });
    const unknown = await run(["permissions", "plan"]);
    expect(oneLine(unknown.stderr)).toContain(
      'permissions.ping refers to the command "ping", which does not exist in the guild.',
    );
  });

  it("is suggested by commands apply and rollout only if commands were created or deleted", async () => {
    const { run, write, guildIds } = await createRuledGame(emulator, rules);
    const reminder = "To apply the config's permissions, run 'slashpass permissions apply'.";
    const reminds = async (...given: string[]) =>
      oneLine((await run(["commands", ...given, "--yes"])).stderr).includes(reminder);
    write("commands.json", [{ ...ping, description: "Answers at once." }, score]);
    expect(await reminds("apply")).toBe(false);
    write("commands.json", [ping]);
    expect(await reminds("apply")).toBe(true);
    write("guilds.txt", guildIds.join("\n"));
    write("commands.json", [score]);
    const rollout = ["rollout", "--guilds", "guilds.txt"];
    expect([await reminds(...rollout), await reminds(...rollout)]).toEqual([true, false]);
  });
});
