import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGame, ping } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { withoutIds } from "../../../setup/program/without-ids.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

/** A game with three guilds; its application is installed in the first two. */
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
    const no = await game.run(words.with(2, "--guilds=guilds.txt").slice(0, 3), {
      columns: 80,
      typed: ["n"],
    });
    expect([no.code, no.stderr]).toEqual([1, expect.stringContaining("Roll out 1 command to 2 guilds")]);
    expect(await game.run([...words, "guilds.txt"])).toEqual({
      code: 0,
      stdout: "2 guilds done.\n",
      stderr: expect.stringMatching(
        /^Roll out 1 command to 2 guilds: application [^]*\.\n1 of 2: guild \d+ done\n2 of 2: guild \d+ done\n$/,
      ),
    });
    const again = readObject((await game.run([...words, "guilds.txt", "--json"])).stdout);
    expect(again.result).toMatchObject({ done: 0, skipped: 2, failed: [] });
    const listed = await game.run(["commands", "list", "--guild", game.ids[1] ?? ""]);
    expect(listed.stdout).toContain("ping");
  });

  it("lists failed guilds, records progress in its journal, and resumes from there", async () => {
    const game = createSpread();
    const first = await game.run([...words, "all.json", "--journal", "progress"]);
    expect(first.code).toBe(1);
    const known = (text: string) => withoutIds(text.replaceAll(game.ids[2] ?? "", "<guild>"));
    // The order in which the guilds finish varies.
    const told = known(first.stderr.replaceAll(/^\d of 3: .*\n/gm, ""));
    await expect(told).toMatchFileSnapshot("../../../golden/program/rollout-failed.txt");
    expect(readFileSync(join(game.cwd, "progress"), "utf8").match(/"done"/g)).toHaveLength(2);
    const second = await game.run([...words, "all.json", "--journal", "progress", "--json"]);
    expect(readObject(second.stdout).error).toMatchObject({
      code: "rollout_incomplete",
      details: { done: 0, skipped: 2, failed: [{ guildId: game.ids[2], code: "missing_access" }] },
    });
  });

  it("logs every tenth of many guilds, and no lines on a terminal", async () => {
    const guilds = Array.from({ length: 25 }, (_, index) => emulator.addGuild({ name: `g${index}` }).id);
    const game = createGame(emulator, [ping], { application: { guilds } });
    game.write("guilds.txt", guilds.join("\n"));
    const { stderr } = await game.run([...words, "guilds.txt"]);
    expect(stderr.match(/^\d+ of 25: /gm)).toEqual(["10 of 25: ", "20 of 25: ", "25 of 25: "]);
    const again = await game.run([...words, "guilds.txt"], { columns: 80 });
    expect(again.stderr).not.toContain("of 25: ");
  });

  it("uses a separate default journal for each application", async () => {
    const game = createSpread();
    await game.run([...words, "guilds.txt"]);
    const journal = join(game.cwd, `guilds.txt.${game.application.id}.journal`);
    expect(readFileSync(journal, "utf8")).toContain('"done"');
  });

  it("does not start if the guilds are missing or the definitions are invalid", async () => {
    const game = createSpread();
    expect(await game.run(["commands", "rollout"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("needs --guilds"),
    });
    game.write("commands.json", [{ ...ping, type: 9 }]);
    const { code, stderr } = await game.run([...words, "guilds.txt"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("commands.json:5:5 error ping.type")]);
  });
});
