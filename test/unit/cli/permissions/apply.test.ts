import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { ping, score, useEmulator, createGame } from "../../../setup/program/game-folder.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { createRuledGame, moderatorsOnly } from "../../../setup/program/ruled-game.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { withoutIds } from "../../../setup/program/without-ids.ts";

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

const planning = ["permissions", "plan"];

describe("slashpass permissions plan", () => {
  it("groups identical guilds and shows each differing guild's overwrites and affected members", async () => {
    const { run, rule, guildIds } = await createRuledGame(emulator, undefined, { guilds: 11 });
    const [first = "", second = ""] = guildIds;
    const arena = { channel: "#arena", allow: false, in: first };
    rule({
      ping: moderatorsOnly,
      score: [...moderatorsOnly, arena, { channel: "*", allow: true, in: [first, second] }],
    });
    const { code, stdout, stderr } = await run(planning);
    expect([code, stderr]).toEqual([0, ""]);
    const named = withoutIds(stdout).replaceAll(/\d{15,20}/g, "<id>");
    await expect(named).toMatchFileSnapshot("../../../golden/program/permissions-plan.txt");
  });

  it("covers all of the bot's guilds and exits with 3 if any differs", async () => {
    const { run, guildIds, rule } = await createRuledGame(emulator, { ping: moderatorsOnly });
    const drift = await run([...planning, "--exit-code", "--json"]);
    expect(drift.code).toBe(3);
    expect(readObject(drift.stdout).result).toMatchObject({
      differs: true,
      guilds: guildIds.toSorted().map((guildId) => ({
        guildId,
        edits: [{ name: "ping", before: [], after: [{ permission: false }, { name: "Moderator" }] }],
        uses: [{ gains: false }, { gains: false, who: { name: "Crew" } }],
      })),
    });
    expect((await run(planning)).code).toBe(0);
    rule({ ping: [] });
    const same = await run([...planning, "--exit-code"]);
    expect([same.code, oneLine(same.stdout)]).toEqual([
      0,
      expect.stringContaining("0 of 2 guilds differ from the config."),
    ]);
  });

  it("suggests similar names and fails if a guild lacks a role named in a rule", async () => {
    const { run, guildIds } = await createRuledGame(emulator, {
      ping: [{ role: "Moderater", allow: true, in: [] }],
      score: [{ role: "Moderater", allow: true }],
    });
    const { stderr } = await expectEnd(
      run([...planning, "--guild", ...guildIds]),
      1,
      'Did you mean "Moderator"?',
    );
    expect(oneLine(stderr)).toContain(
      "Permissions cannot be planned for 2 of 2 guilds; nothing was written.",
    );
    const { error } = readObject((await run([...planning, "--json"])).stdout);
    expect(error).toMatchObject({
      code: "permissions_not_planned",
      details: { failed: [{ code: "unresolved_rules" }, {}] },
    });
  });

  it("rejects missing or invalid rules", async () => {
    const { run, rule } = await createRuledGame(emulator, undefined);
    const nothing = await run(planning);
    expect([nothing.code, oneLine(nothing.stderr)]).toEqual([
      2,
      expect.stringMatching(/slashpass\.config\.\w+ has no permissions\./),
    ]);
    rule({ ping: [{ role: "Crew", user: "Ada", allow: true }] });
    await expectEnd(run(planning), 2, "The config cannot be used: permissions.ping[0] sets role and user.");
    rule([]);
    expect(oneLine((await run(planning)).stderr)).toContain("permissions must be an object");
    rule({ ping: [] });
    await expectEnd(run([...planning, "--guild", "here"]), 2, "--guild takes guild ids, not 'here'.");
  });

  it("covers only the config's guild if there is one", async () => {
    const guild = emulator.addGuild({ name: "Reef" });
    const game = createGame(emulator, [], { environment: { guildId: guild.id } });
    game.write("slashpass.config.json", { ...game.config, permissions: { "*": [] } });
    const { stdout } = await game.run([...planning, "--json"]);
    expect(readObject(stdout).result).toMatchObject({ guilds: [{ guildId: guild.id, unchanged: ["*"] }] });
  });
});
