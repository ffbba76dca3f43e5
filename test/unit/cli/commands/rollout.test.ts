import { readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGame, ping, score, folderWith, useEmulator } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { withoutIds } from "../../../setup/program/without-ids.ts";
import { planEachGuild, readGuilds } from "../../../../src/cli/commands/rollout.ts";
import { type CommandsClient } from "../../../../src/commands/index.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";

const emulator = await useEmulator();

/** Creates a game with three guilds. The application is installed in the first two. */
function createSpread() {
  const ids = ["a", "b", "c"].map((name) => emulator.addGuild({ name }).id);
  const game = createGame(emulator, [ping], { application: { guilds: ids.slice(0, 2) } });
  game.write("guilds.txt", ids.slice(0, 2).join("\n"));
  game.write("all.json", ids);
  return { ...game, ids };
}

const words = ["commands", "rollout", "--yes", "--guilds"];

describe("slashpass commands rollout", () => {
  it("asks for confirmation, then applies the definitions to each guild", async () => {
    const game = createSpread();
    const asking = ["commands", "rollout", "--guilds", "guilds.txt"];
    await expectEnd(game.run(asking, { columns: 80, typed: ["n"] }), 1, "Roll out 1 command to 2 guilds");
    expect(await game.run([...words, "guilds.txt"])).toEqual({
      code: 0,
      stdout: "2 guilds done.\n",
      stderr: expect.stringMatching(
        /^Roll out 1 command to 2 guilds: application [^]*\.\n1 of 2: guild \d+ done\n2 of 2: guild \d+ done\n$/,
      ),
    });
    const journal = join(game.cwd, `guilds.txt.${game.application.id}.journal`);
    expect(readFileSync(journal, "utf8")).toContain('"done"');
    const again = readObject((await game.run([...words, "guilds.txt", "--json"])).stdout);
    expect(again.result).toMatchObject({ done: 0, skipped: 2, failed: [] });
    const listed = await game.run(["commands", "list", "--guild", game.ids[1] ?? ""]);
    expect(listed.stdout).toContain("ping");
  });

  it("lists failed guilds, records progress in a journal, and resumes from it", async () => {
    const game = createSpread();
    const first = await game.run([...words, "all.json", "--journal", "progress"]);
    expect(first.code).toBe(1);
    const known = (text: string) => withoutIds(text.replaceAll(game.ids[2] ?? "", "<guild>"));
    // The guilds finish in varying order.
    const printed = known(first.stderr.replaceAll(/^\d of 3: .*\n/gm, ""));
    await expect(printed).toMatchFileSnapshot("../../../golden/program/rollout-failed.txt");
    expect(readFileSync(join(game.cwd, "progress"), "utf8").match(/"done"/g)).toHaveLength(2);
    const second = await game.run([...words, "all.json", "--journal", "progress", "--json"]);
    expect(readObject(second.stdout).error).toMatchObject({
      code: "rollout_incomplete",
      details: { done: 0, skipped: 2, failed: [{ guildId: game.ids[2], code: "missing_access" }] },
    });
  });

  it("prints the first 20 failed guilds and counts the rest", async () => {
    const guilds = Array.from({ length: 23 }, (_, index) => emulator.addGuild({ name: `f${index}` }).id);
    const game = createGame(emulator, [ping], { application: { guilds: [] } });
    game.write("guilds.txt", guilds.join("\n"));
    const failed = "incomplete: 0 of 23 guilds are done, 23 failed.";
    const { stderr } = await expectEnd(game.run([...words, "guilds.txt"]), 1, failed);
    expect(guilds.filter((id) => stderr.includes(`\n${id} `))).toHaveLength(20);
    expect(stderr).toContain("and 3 more; use --json to list them all.\n");
  });

  it("does not report a guild as failed if Ctrl-C interrupted it", async () => {
    const game = createSpread();
    const [, late = ""] = game.ids;
    const path = new RegExp(`/guilds/${late}/commands$`);
    emulator.faults.add({ method: "POST", path, times: 1, latencyMs: 3_600_000 });
    const end = new AbortController();
    const running = game.run([...words, "guilds.txt", "--json"], { signal: end.signal });
    const name = `guilds.txt.${game.application.id}.journal`;
    await expect.poll(() => readFileSync(join(game.cwd, name), "utf8")).toContain('"done"');
    await expect.poll(() => emulator.faults.all).toEqual([]);
    end.abort();
    const { code, stdout } = await running;
    expect([code, readObject(stdout).error]).toMatchObject([
      130,
      {
        code: "interrupted",
        message: "Interrupted: 1 of 2 guilds is done.",
        hint: `Run the same command again to continue: the journal ${name} records the progress.`,
        details: { interrupted: [late], failed: [] },
      },
    ]);
  });

  it("logs every tenth guild if there are many, but nothing on a terminal", async () => {
    const guilds = Array.from({ length: 25 }, (_, index) => emulator.addGuild({ name: `g${index}` }).id);
    const game = createGame(emulator, [ping], { application: { guilds } });
    game.write("guilds.txt", guilds.join("\n"));
    const { stderr } = await game.run([...words, "guilds.txt"]);
    expect(stderr.match(/^\d+ of 25: /gm)).toEqual(["10 of 25: ", "20 of 25: ", "25 of 25: "]);
    const again = await game.run([...words, "guilds.txt"], { columns: 80 });
    expect(again.stderr).not.toContain("of 25: ");
  });

  it("does not start if the guilds are missing or the definitions are invalid", async () => {
    const game = createSpread();
    await expectEnd(game.run(["commands", "rollout"]), 2, "requires --guilds");
    game.write("commands.json", [{ ...ping, type: 9 }]);
    await expectEnd(game.run([...words, "guilds.txt"]), 2, "commands.json:5:5 error ping.type");
  });
});

/** The first guild's commands match the definitions. The second guild has a command that the definitions do not contain. */
async function createDrifted() {
  const ids = ["a", "b", "c"].map((name) => emulator.addGuild({ name }).id);
  const [first = "", second = "", stranger = ""] = ids;
  const game = createGame(emulator, [ping, score], { application: { guilds: [first, second] } });
  game.write("first.txt", first);
  game.write("both.txt", `${second}\n${first}\n`);
  game.write("all.txt", ids.join("\n"));
  game.write("old.json", [ping, { name: "old", description: "Is not defined any more." }]);
  expect((await game.run(["commands", "apply", "--guild", first, "--yes"])).code).toBe(0);
  expect((await game.run(["commands", "apply", "--guild", second, "-f", "old.json", "--yes"])).code).toBe(0);
  return { ...game, first, second, stranger };
}

const planned = (guilds: string) => ["commands", "rollout", "--plan", "--guilds", guilds];

describe("commands rollout --plan", () => {
  it("lists the differing guilds in order, exits with 3 if there are any, and writes nothing", async () => {
    const game = await createDrifted();
    const { code, stdout } = await game.run(planned("both.txt"));
    expect([code, stdout]).toEqual([
      3,
      `${game.second}  + score  - old\n1 of 2 guilds differs from the definitions.\n`,
    ]);
    const { result } = readObject((await game.run([...planned("both.txt"), "--json"])).stdout);
    expect(result).toMatchObject({
      same: 1,
      different: [{ guildId: game.second, creates: ["score"], edits: [], deletes: ["old"] }],
      failed: [],
    });
    expect(await game.run(planned("first.txt"))).toMatchObject({
      code: 0,
      stdout: "0 of 1 guild differ from the definitions.\n",
    });
    expect(existsSync(join(game.cwd, `both.txt.${game.application.id}.journal`))).toBe(false);
  });

  it("fails if a guild cannot be read, but reports the other guilds' results", async () => {
    const { run, stranger, second } = await createDrifted();
    const { code, stdout } = await run([...planned("all.txt"), "--json"]);
    expect([code, readObject(stdout).error]).toMatchObject([
      1,
      {
        code: "rollout_not_planned",
        details: {
          different: [{ guildId: second }],
          failed: [{ guildId: stranger, code: "missing_access" }],
        },
      },
    ]);
  });

  it("exits on Ctrl-C without making changes", async () => {
    const { run } = await createDrifted();
    const signal = AbortSignal.abort();
    await expectEnd(run(planned("both.txt"), { signal }), 130, "Interrupted. Nothing was changed.");
  });

  it("lists eight changes per guild and counts the rest, but lists all with --json", async () => {
    const game = await createDrifted();
    const names = Array.from({ length: 11 }, (_, at) => `command-${at + 10}`);
    game.write("many.json", [ping, score, ...names.map((name) => ({ ...ping, name }))]);
    const planning = [...planned("first.txt"), "-f", "many.json"];
    const displayed = names.slice(0, 8).map((name) => `+ ${name}`);
    expect(await game.run(planning, { columns: 300 })).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(`${game.first}  ${displayed.join("  ")}  and 3 more\n`),
    });
    const { result } = readObject((await game.run([...planning, "--json"])).stdout);
    expect(result).toMatchObject({ different: [{ creates: names }] });
  });
});

it("does not report guilds as unreadable if the program itself fails", async () => {
  const plan = () => Promise.reject(new TypeError("A mistake of the program."));
  const client = { guild: () => ({ plan }) } as unknown as CommandsClient;
  const { stdout } = await runningAct(
    async (call) => {
      await planEachGuild({ ...call, options: { allow: [] } } as never, client, [], ["1", "2"]);
      return { result: {} };
    },
    ["--json"],
  );
  expect(readObject(stdout).error).toMatchObject({
    code: "unexpected",
    message: "A mistake of the program.",
  });
});

describe("readGuilds", () => {
  const ids = ["1400000000000000002", "1400000000000000003"];
  const read = (content: unknown) => readGuilds(join(folderWith({ guilds: content }), "guilds"));

  it("accepts a JSON array, or a list with one id per line and comments", async () => {
    expect(await read(`# ours\n${ids[0]} # test\r\n\n${ids[1]}`)).toEqual(ids);
    expect(await read(ids)).toEqual(ids);
  });

  it.each([
    [`${ids[0]}\nmy guild`, 'line 2 is not a guild id: "my guild"'],
    ["[140]", "item 1 is not a guild id: 140"],
    ["[140", "cannot be used: "],
    ["# none", "it contains no guild ids"],
    ["[]", "it contains no guild ids"],
  ])("rejects %j with a reason", async (content, problem) => {
    await expect(read(content)).rejects.toMatchObject({
      code: "guilds_invalid",
      message: expect.stringContaining(problem),
    });
  });

  it("reports a missing file", async () => {
    await expect(readGuilds("/nowhere/guilds")).rejects.toMatchObject({ code: "file_unreadable" });
  });
});
