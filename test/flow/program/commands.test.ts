import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { startProgram } from "../../setup/child-process.ts";
import { createGame, folderWith, type Game, ping, score } from "../../setup/program/game-folder.ts";
import { oneLine } from "../../setup/program/one-line.ts";
import { createRuledGame, moderatorsOnly } from "../../setup/program/ruled-game.ts";
import { executable, runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

function typing({ cwd, env }: Pick<Game, "cwd" | "env">, ...words: string[]) {
  return runExecutable(words, { cwd, env });
}

async function namesIn(game: Game, path: string): Promise<string[]> {
  const response = await fetch(`${emulator.apiBase}/applications/${game.application.id}${path}`, {
    headers: { authorization: `Bot ${game.application.botToken}`, "x-slashpass-fault": "latencyMs=0" },
  });
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
}

describe("slashpass commands, piped", needs("whole programs"), () => {
  it("applies definitions as live commands, and prints an object at each step", async () => {
    const game = createGame(emulator, [ping, score]);
    const [validated, planned] = await Promise.all([
      typing(game, "commands", "validate", "--json"),
      typing(game, "commands", "plan", "--json", "--exit-code"),
    ]);
    expect([validated.status, readObject(validated.stdout).result]).toMatchObject([0, { commands: 2 }]);
    expect([planned.status, readObject(planned.stdout).result]).toMatchObject([3, { differs: true }]);
    const applied = await typing(game, "commands", "apply", "--yes", "--json");
    expect([applied.status, readObject(applied.stdout).result]).toMatchObject([
      0,
      { plan: { creates: [{}, {}] } },
    ]);
    expect(await namesIn(game, "/commands")).toEqual(["ping", "score"]);
  });

  it("prints the error and a hint on standard error only", async () => {
    const game = createGame(emulator, [ping], {
      environment: { guildId: "1400000000000000002" },
      application: { guilds: [] },
    });
    const down = createGame(emulator, [ping]);
    const end = emulator.faults.add({
      path: new RegExp(`/applications/${down.application.id}/`),
      answer: { status: 403, body: { code: 50013, message: "Missing Permissions" } },
    });
    const offline = createGame(emulator, [ping], { environment: { apiBase: "http://127.0.0.1:9/api/v10" } });
    const runs = await Promise.all([
      typing({ cwd: folderWith({}), env: game.env }, "commands", "plan"),
      typing({ ...game, env: { SLASHPASS_BOT_TOKEN: "a-token-of-nobody" } }, "commands", "plan"),
      typing(game, "commands", "plan"),
      typing(down, "commands", "plan"),
      typing(offline, "commands", "plan"),
      typing(game, "commands", "apply", "--bot-token", "a-token-of-nobody"),
    ]);
    end();
    expect(runs.map(({ status, stdout }) => [status, stdout])).toEqual([
      [2, ""],
      [1, ""],
      [1, ""],
      [1, ""],
      [1, ""],
      [2, ""],
    ]);
    const [noConfig, wrongToken, noAccess, noPermission, noNetwork, secret] = runs.map(
      ({ stderr }) => stderr,
    );
    expect(noConfig).toContain("'slashpass init' writes one");
    expect(wrongToken).toContain("401");
    expect(noAccess).toContain("50001");
    expect(noPermission).toContain("50013");
    expect(noNetwork).toContain("could not reach");
    expect(secret).toContain("cannot be given on the command line");
    expect(runs.map(({ stderr }) => stderr).join("")).not.toContain("a-token-of-nobody");
  });
});

it(
  "fits the output of slashpass commands plan and list into 80 columns, with colors",
  needs("whole programs"),
  async () => {
    const game = createGame(emulator, [{ ...ping, description: "Answers, ".repeat(8) }], {
      application: { commands: [ping] },
    });
    const [plan, list] = await Promise.all([
      runOnTerminal(["commands", "plan"], game),
      runOnTerminal(["commands", "list"], game),
    ]);
    expect(plan.stdout).toContain("\u001B[33m~ /ping");
    for (const { status, stdout } of [plan, list]) {
      // oxlint-disable-next-line no-control-regex -- colors start with ESC
      const lines = stdout.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, "").split(/\r?\n/);
      expect([status, Math.max(...lines.map(({ length }) => length))]).toEqual([0, expect.any(Number)]);
      expect(lines.filter(({ length }) => length > 80)).toEqual([]);
    }
  },
);

/** Lets requests hang. `haveCome` checks a private field of the emulator for the arrival of all of them. */
function hang(path: RegExp, times: number, method: "POST" | "PUT" = "POST") {
  const { faults } = emulator;
  const end = faults.add({ method, path, times, latencyMs: 3_600_000 });
  return { end, haveCome: () => (faults as unknown as { all: readonly unknown[] }).all.length === 0 };
}

async function interrupt({ cwd, env }: Game, words: readonly string[], isThere: () => boolean) {
  const child = startProgram(process.execPath, [executable, ...words], {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close") as Promise<[number | null]>;
  await expect.poll(isThere).toBe(true);
  child.kill("SIGINT");
  const [status] = await ended;
  return { status, stderr };
}

describe("Ctrl-C at the worst moment", needs("whole programs"), () => {
  it("reports the completed requests of an apply, and completes the rest in a second run", async () => {
    const game = createGame(emulator, [ping], { application: { activities: true } });
    const words = ["commands", "apply", "--yes", "--allow", "delete-entry-point"];
    const { end, haveCome } = hang(new RegExp(`/applications/${game.application.id}/commands$`), 1);
    const { status, stderr } = await interrupt(game, words, haveCome);
    end();
    expect(status).toBe(130);
    expect(stderr).toContain("Done:\n  - delete launch\nLeft:\n  + create ping");
    expect(stderr).toContain("Interrupted: 1 of 2 requests was done.");
    expect((await typing(game, ...words)).status).toBe(0);
    expect(await namesIn(game, "/commands")).toEqual(["ping"]);
  });

  it("records the progress of a rollout in the journal, and completes the rest in a second run", async () => {
    const ids = ["a", "b", "c", "d", "e"].map((name) => emulator.addGuild({ name }).id);
    const game = createGame(emulator, [ping]);
    game.write("guilds.txt", ids.join("\n"));
    const words = ["commands", "rollout", "--guilds", "guilds.txt", "--yes"];
    const { end, haveCome } = hang(new RegExp(`/guilds/(${ids.slice(2).join("|")})/commands$`), 3);
    const journal = join(game.cwd, `guilds.txt.${game.application.id}.journal`);
    const isWorst = () => haveCome() && readFileSync(journal, "utf8").split('"done"').length === 3;
    const { status, stderr } = await interrupt(game, words, isWorst);
    end();
    expect([status, stderr]).toEqual([130, expect.stringContaining("Interrupted: 2 of 5 guilds are done.")]);
    const second = await typing(game, ...words, "--json");
    expect(readObject(second.stdout).result).toMatchObject({ done: 3, skipped: 2, failed: [] });
  });

  it("writes permissions once per guild over two runs, until no guild differs", async () => {
    const ruled = await createRuledGame(emulator, { ping: moderatorsOnly }, { guilds: 20 });
    const game = { ...ruled, env: { ...ruled.env, ...ruled.asPlayer.env } };
    const words = ["permissions", "apply", "--journal", "guilds.journal", "--yes"];
    const late = ruled.guildIds.slice(15).join("|");
    const { end, haveCome } = hang(new RegExp(`/guilds/(${late})/commands/\\d+/permissions$`), 5, "PUT");
    const journal = join(game.cwd, "guilds.journal");
    const isWorst = () => haveCome() && readFileSync(journal, "utf8").split('"done"').length === 16;
    const { status, stderr } = await interrupt(game, words, isWorst);
    end();
    expect([status, oneLine(stderr)]).toEqual([
      130,
      expect.stringContaining("Interrupted: 15 of 20 guilds have the permissions of the config."),
    ]);
    const second = await typing(game, ...words, "--json");
    expect(readObject(second.stdout).result).toMatchObject({ done: 5, writes: 5, skipped: 15, failed: [] });
    expect((await typing(game, "permissions", "plan", "--exit-code")).status).toBe(0);
    ruled.rule({ ping: [] });
    expect((await typing(game, "permissions", "plan", "--exit-code")).status).toBe(3);
  });
});

it(
  "prints objects for slashpass permissions and entry-point, and reports a failing service",
  needs("whole programs"),
  async () => {
    const guild = emulator.addGuild({ name: "Test" });
    const game = createGame(emulator, [], {
      environment: { guildId: guild.id },
      application: { commands: [ping], activities: true },
    });
    const down = createGame(emulator, []);
    const end = emulator.faults.add({
      path: new RegExp(`/applications/${down.application.id}/`),
      answer: { status: 503, body: {} },
    });
    const runs = await Promise.all([
      typing(game, "permissions", "list", "--json"),
      typing(game, "permissions", "explain", "ping", "--json"),
      typing(game, "entry-point", "show", "--json"),
      typing(down, "entry-point", "show", "--json"),
    ]);
    end();
    const [listed, explained, shown, failed] = runs.map(({ stdout }) => readObject(stdout));
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0, 1]);
    expect(listed?.result).toMatchObject({ permissions: [] });
    expect(explained?.result).toMatchObject({ guild: "Test", answers: [{ name: "everyone" }, {}] });
    expect(shown?.result).toMatchObject({ entryPoint: { name: "launch" } });
    expect(failed?.error).toMatchObject({
      message: expect.stringContaining("503"),
      hint: expect.any(String),
    });
  },
);
