import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EndedBy } from "../../../src/cli/frame/failure.ts";
import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../src/emulator/index.ts";
import { createGame, type Game, ping } from "../../setup/program/game-folder.ts";
import { oneLine } from "../../setup/program/one-line.ts";
import { createRuledGame, moderatorsOnly } from "../../setup/program/ruled-game.ts";
import { runInProcess } from "../../setup/program/run-in-process.ts";
import { readObject } from "../../setup/program/schema.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

function typing({ cwd, env }: Pick<Game, "cwd" | "env">, ...args: string[]) {
  return runInProcess(args, { cwd, env });
}

async function namesIn(game: Game, path: string): Promise<string[]> {
  const response = await fetch(`${emulator.apiBase}/applications/${game.application.id}${path}`, {
    headers: { authorization: `Bot ${game.application.botToken}`, "x-slashpass-fault": "latencyMs=0" },
  });
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
}

/** Makes requests hang. `haveCome` reads a private field of the emulator to check that all have arrived. */
function hang(path: RegExp, times: number, method: "POST" | "PUT" = "POST") {
  const { faults } = emulator;
  const end = faults.add({ method, path, times, latencyMs: 3_600_000 });
  return { end, haveCome: () => (faults as unknown as { all: readonly unknown[] }).all.length === 0 };
}

async function interrupt({ cwd, env }: Game, args: readonly string[], exists: () => boolean) {
  const end = new AbortController();
  const running = runInProcess(args, { cwd, env, signal: end.signal });
  await expect.poll(exists).toBe(true);
  end.abort(new EndedBy("SIGINT"));
  return await running;
}

describe("Ctrl-C at the worst moment", () => {
  it("reports an apply's completed requests and sends the rest in a second run", async () => {
    const game = createGame(emulator, [ping], { application: { activities: true } });
    const args = ["commands", "apply", "--yes", "--allow", "delete-entry-point"];
    const { end, haveCome } = hang(new RegExp(`/applications/${game.application.id}/commands$`), 1);
    const { code, stderr } = await interrupt(game, args, haveCome);
    end();
    expect(code).toBe(130);
    expect(stderr).toContain("Done:\n  - delete launch\nLeft:\n  + create ping");
    expect(stderr).toContain("Interrupted: 1 of 2 requests was completed.");
    expect((await typing(game, ...args)).code).toBe(0);
    expect(await namesIn(game, "/commands")).toEqual(["ping"]);
  });

  it("records a rollout's progress in the journal and completes the rest in a second run", async () => {
    const ids = ["a", "b", "c", "d", "e"].map((name) => emulator.addGuild({ name }).id);
    const game = createGame(emulator, [ping]);
    game.write("guilds.txt", ids.join("\n"));
    const args = ["commands", "rollout", "--guilds", "guilds.txt", "--yes"];
    const { end, haveCome } = hang(new RegExp(`/guilds/(${ids.slice(2).join("|")})/commands$`), 3);
    const journal = join(game.cwd, `guilds.txt.${game.application.id}.journal`);
    const isWorst = () => haveCome() && readFileSync(journal, "utf8").split('"done"').length === 3;
    const { code, stderr } = await interrupt(game, args, isWorst);
    end();
    expect([code, stderr]).toEqual([130, expect.stringContaining("Interrupted: 2 of 5 guilds are done.")]);
    const second = await typing(game, ...args, "--json");
    expect(readObject(second.stdout).result).toMatchObject({ done: 3, skipped: 2, failed: [] });
  });

  it("writes each guild's permissions once across two runs and leaves no differences", async () => {
    const ruled = await createRuledGame(emulator, { ping: moderatorsOnly }, { guilds: 20 });
    const game = { ...ruled, env: { ...ruled.env, ...ruled.asPlayer.env } };
    const args = ["permissions", "apply", "--journal", "guilds.journal", "--yes"];
    const late = ruled.guildIds.slice(15).join("|");
    const { end, haveCome } = hang(new RegExp(`/guilds/(${late})/commands/\\d+/permissions$`), 5, "PUT");
    const journal = join(game.cwd, "guilds.journal");
    const isWorst = () => haveCome() && readFileSync(journal, "utf8").split('"done"').length === 16;
    const { code, stderr } = await interrupt(game, args, isWorst);
    end();
    expect([code, oneLine(stderr)]).toEqual([
      130,
      expect.stringContaining("Interrupted: 15 of 20 guilds have the config's permissions."),
    ]);
    const second = await typing(game, ...args, "--json");
    expect(readObject(second.stdout).result).toMatchObject({ done: 5, writes: 5, skipped: 15, failed: [] });
    expect((await typing(game, "permissions", "plan", "--exit-code")).code).toBe(0);
    ruled.rule({ ping: [] });
    expect((await typing(game, "permissions", "plan", "--exit-code")).code).toBe(3);
  });
});
