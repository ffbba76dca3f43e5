import { describe, expect, it } from "vitest";
import { createGame, useEmulator } from "../../../setup/program/game-folder.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { createRuledGame, moderatorsOnly } from "../../../setup/program/ruled-game.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { withoutIds } from "../../../setup/program/without-ids.ts";

const emulator = await useEmulator();

const words = ["permissions", "plan"];

describe("slashpass permissions plan", () => {
  it("groups identical guilds and shows each differing guild's overwrites and affected members", async () => {
    const { run, rule, guildIds } = await createRuledGame(emulator, undefined, { guilds: 11 });
    const [first = "", second = ""] = guildIds;
    const arena = { channel: "#arena", allow: false, in: first };
    rule({
      ping: moderatorsOnly,
      score: [...moderatorsOnly, arena, { channel: "*", allow: true, in: [first, second] }],
    });
    const { code, stdout, stderr } = await run(words);
    expect([code, stderr]).toEqual([0, ""]);
    const named = withoutIds(stdout).replaceAll(/\d{15,20}/g, "<id>");
    await expect(named).toMatchFileSnapshot("../../../golden/program/permissions-plan.txt");
  });

  it("covers all of the bot's guilds and exits with 3 if any differs", async () => {
    const { run, guildIds, rule } = await createRuledGame(emulator, { ping: moderatorsOnly });
    const drift = await run([...words, "--exit-code", "--json"]);
    expect(drift.code).toBe(3);
    expect(readObject(drift.stdout).result).toMatchObject({
      differs: true,
      guilds: guildIds.toSorted().map((guildId) => ({
        guildId,
        edits: [{ name: "ping", before: [], after: [{ permission: false }, { name: "Moderator" }] }],
        uses: [{ gains: false }, { gains: false, who: { name: "Crew" } }],
      })),
    });
    expect((await run(words)).code).toBe(0);
    rule({ ping: [] });
    const same = await run([...words, "--exit-code"]);
    expect([same.code, oneLine(same.stdout)]).toEqual([
      0,
      expect.stringContaining("0 of 2 guilds differ from the config."),
    ]);
  });

  it("rejects an ambiguous role or channel name and lists the ids", async () => {
    const { run, rule, application } = await createRuledGame(emulator, undefined);
    const twins = emulator.addGuild({
      name: "Twins",
      owner: emulator.players[0].name,
      roles: [{ name: "Crew" }, { name: "Crew" }],
      channels: [{ name: "arena" }, { name: "arena" }],
    });
    application.joinGuild(twins.id);
    for (const [target, records] of [
      [{ role: "Crew" }, twins.roles.slice(1)],
      [{ channel: "#arena" }, twins.channels],
    ] as const) {
      rule({ ping: [{ ...target, allow: true }] });
      const { code, stderr } = await run([...words, "--guild", twins.id]);
      expect(code).toBe(1);
      for (const { id } of records) expect(oneLine(stderr)).toContain(id);
    }
  });

  it("suggests similar names and fails if a guild lacks a role named in a rule", async () => {
    const { run, guildIds } = await createRuledGame(emulator, {
      ping: [{ role: "Moderater", allow: true, in: [] }],
      score: [{ role: "Moderater", allow: true }],
    });
    const { stderr } = await expectEnd(
      run([...words, "--guild", ...guildIds]),
      1,
      'Did you mean "Moderator"?',
    );
    expect(oneLine(stderr)).toContain(
      "Permissions cannot be planned for 2 of 2 guilds; nothing was written.",
    );
    const { error } = readObject((await run([...words, "--json"])).stdout);
    expect(error).toMatchObject({
      code: "permissions_not_planned",
      details: { failed: [{ code: "unresolved_rules" }, {}] },
    });
  });

  it("rejects missing or invalid rules", async () => {
    const { run, rule } = await createRuledGame(emulator, undefined);
    const nothing = await run(words);
    expect([nothing.code, oneLine(nothing.stderr)]).toEqual([
      2,
      expect.stringMatching(/slashpass\.config\.\w+ has no permissions\./),
    ]);
    rule({ ping: [{ role: "Crew", user: "Ada", allow: true }] });
    await expectEnd(run(words), 2, "The config cannot be used: permissions.ping[0] sets role and user.");
    rule([]);
    expect(oneLine((await run(words)).stderr)).toContain("permissions must be an object");
    rule({ ping: [] });
    await expectEnd(run([...words, "--guild", "here"]), 2, "--guild takes guild ids, not 'here'.");
  });

  it("covers only the config's guild if there is one", async () => {
    const guild = emulator.addGuild({ name: "Reef" });
    const game = createGame(emulator, [], { environment: { guildId: guild.id } });
    game.write("slashpass.config.json", { ...game.config, permissions: { "*": [] } });
    const { stdout } = await game.run([...words, "--json"]);
    expect(readObject(stdout).result).toMatchObject({ guilds: [{ guildId: guild.id, unchanged: ["*"] }] });
  });
});
