import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planEachGuild } from "../../../../src/cli/commands/rollout.ts";
import type { CommandsClient } from "../../../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGame, ping, score } from "../../../setup/program/game-folder.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { until } from "../../../setup/until.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

/** A game in two guilds: the first has the defined commands, the second also an undefined one. */
async function createSpread() {
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
  it("lists the guilds that differ, in order, exits with 3, and writes nothing", async () => {
    const game = await createSpread();
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
    expect((await game.run(planned("both.txt"))).code).toBe(3);
    expect(existsSync(join(game.cwd, `both.txt.${game.application.id}.journal`))).toBe(false);
  });

  it("exits with 0 if no guild differs", async () => {
    const { run } = await createSpread();
    expect(await run(planned("first.txt"))).toMatchObject({
      code: 0,
      stdout: "0 of 1 guild differ from the definitions.\n",
    });
  });

  it("fails if a guild cannot be read, and reports the results of the others", async () => {
    const { run, stranger, second } = await createSpread();
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

  it("exits at Ctrl-C without changes", async () => {
    const { run } = await createSpread();
    const signal = AbortSignal.abort();
    expect(await run(planned("both.txt"), { signal })).toMatchObject({
      code: 130,
      stderr: expect.stringContaining("Interrupted. Nothing was changed."),
    });
  });

  it("lists eight changes per guild and counts the rest, except with --json", async () => {
    const game = await createSpread();
    const names = Array.from({ length: 11 }, (_, at) => `command-${at + 10}`);
    game.write("many.json", [ping, score, ...names.map((name) => ({ ...ping, name }))]);
    const words = [...planned("first.txt"), "-f", "many.json"];
    const shown = names.slice(0, 8).map((name) => `+ ${name}`);
    expect(await game.run(words, { columns: 300 })).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(`${game.first}  ${shown.join("  ")}  and 3 more\n`),
    });
    const { result } = readObject((await game.run([...words, "--json"])).stdout);
    expect(result).toMatchObject({ different: [{ creates: names }] });
  });
});

describe("planEachGuild", () => {
  /** Plans these guilds with `plan`, and returns the plans and the program's result. */
  async function plansOf(guildIds: readonly string[], plan: (guildId: string) => Promise<unknown>) {
    const client = { guild: (id: string) => ({ plan: () => plan(id) }) } as unknown as CommandsClient;
    let plans: unknown;
    const act = async (call: object) => {
      const rolling = { ...call, options: { allow: [] } } as unknown as Parameters<typeof planEachGuild>[0];
      plans = await planEachGuild(rolling, client, [], guildIds);
      return { result: {} };
    };
    return { ...(await runningAct(act, ["--json"])), plans };
  }

  it("keeps the order of the guilds, regardless of response times", async () => {
    const guildIds = Array.from({ length: 120 }, (_, at) => `guild-${at}`);
    const answered: string[] = [];
    const { plans } = await plansOf(guildIds, async (id) => {
      if (id === "guild-0") await until(() => answered.length === 119);
      answered.push(id);
      return `plan of ${id}`;
    });
    expect(answered.at(-1)).toBe("guild-0");
    expect(plans).toEqual(guildIds.map((guildId) => ({ guildId, plan: `plan of ${guildId}` })));
  });

  it("does not report guilds as unreadable if the program itself fails", async () => {
    const fail = () => Promise.reject(new TypeError("A mistake of the program."));
    const { code, stdout, plans } = await plansOf(["1", "2"], fail);
    expect([code, readObject(stdout).error, plans]).toMatchObject([
      1,
      { code: "unexpected", message: "A mistake of the program." },
      undefined,
    ]);
  });
});
