import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { startGame } from "../../../setup/emulator/game.ts";
import { createGame, folderWith, type Game, ping, score } from "../../../setup/program/game-folder.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { plainHandler } from "../../../setup/program/plain-handler.ts";
import { type ProgramRun, type ProgramSetting, runInProcess } from "../../../setup/program/run-in-process.ts";
import { readLines, readObject } from "../../../setup/program/schema.ts";
import { ownRuntimeFolder } from "../../../setup/runtime-folder.ts";
import { freePort } from "../../../setup/free-port.js";

let service: Emulator;
beforeAll(async () => {
  service = await startEmulator({ world: { guilds: [{ name: "Reef" }] } });
});
afterAll(() => service.close());
ownRuntimeFolder();

type Run = (words: readonly string[], setting: ProgramSetting) => Promise<ProgramRun>;

/** Runs the command line until `end`, which acts like Ctrl-C. */
function start(run: Run, words: readonly string[], setting: ProgramSetting = {}) {
  const over = new AbortController();
  let said = "";
  const running = run(["dev", ...words], {
    ...setting,
    signal: over.signal,
    onOutput: (text) => (said += text),
  });
  const hasSaid = (text: string) => expect.poll(() => oneLine(said)).toContain(text);
  return {
    hasSaid,
    forget: () => void (said = ""),
    addressOf: async (label: string) => {
      await hasSaid(`${label} http`);
      return new RegExp(`${label} +(http\\S+)`).exec(said)?.[1] ?? expect.unreachable();
    },
    end: () => {
      over.abort();
      return running;
    },
  };
}

describe("with the emulator", () => {
  const config = {
    environments: { only: { applicationId: "1400000000000000001" } },
    commands: "commands.json",
  };
  const folder = (more: object = {}) =>
    folderWith({
      "slashpass.config.json": config,
      "commands.json": [ping],
      "handler.mjs": plainHandler("One."),
      ...more,
    });

  it("serves the handler, reloads changed files, survives mistakes, and stops at Ctrl-C", async () => {
    const cwd = folder();
    const dev = start(runInProcess, [], { cwd });
    await dev.hasSaid("Commands: + ping Applied: 1 request.");
    await dev.hasSaid("Serving handler.mjs, with the commands of commands.json, until Ctrl-C.");
    const page = await dev.addressOf("emulator");
    expect((await fetch(page)).status).toBe(200);
    await fetch(`${page}api/v10/applications/@me`);
    await dev.hasSaid("GET /api/v10/applications/@me 401");
    const fault = { event: "fault.add", fields: { answer: "drop", path: "/users/@me" } };
    const headers = { "content-type": "application/json" };
    await fetch(`${page}control/trigger`, { method: "POST", headers, body: JSON.stringify(fault) });
    await expect(fetch(`${page}api/v10/users/@me`)).rejects.toThrow("fetch failed");
    await dev.hasSaid("no response, the connection was closed");
    const endpoint = await dev.addressOf("endpoint");
    expect((await fetch(endpoint, { method: "POST" })).status).toBe(401);
    writeFileSync(join(cwd, "handler.mjs"), "export default {");
    await dev.hasSaid("handler.mjs:1:17: Unexpected token.");
    expect((await fetch(endpoint, { method: "POST" })).status).toBe(401);
    dev.forget();
    writeFileSync(join(cwd, "handler.mjs"), "export default { fetch() { throw new Error('Not today.'); } };");
    await dev.hasSaid("Loaded handler.mjs.");
    expect((await fetch(endpoint, { method: "POST" })).status).toBe(500);
    await dev.hasSaid(`An interaction failed: Not today. (${join(cwd, "handler.mjs")}:1:34)`);
    dev.forget();
    writeFileSync(join(cwd, "handler.mjs"), "export default { fetch: () => process.exit(0) };");
    await dev.hasSaid("Loaded handler.mjs.");
    expect((await fetch(endpoint, { method: "POST" })).status).toBe(500);
    await dev.hasSaid("handler.mjs ended: it called process.exit. It is reloaded for the next interaction.");
    dev.forget();
    writeFileSync(join(cwd, "commands.json"), JSON.stringify([{ ...ping, description: "Anew." }, score]));
    await dev.hasSaid("Commands: + score, ~ ping Applied");
    expect((await dev.end()).code).toBe(0);
  });

  it("prints one object, and opens the page with --open", async () => {
    let opened = "";
    const own = { openBrowser: (url: string) => void (opened = url) };
    const over = new AbortController();
    const { code, stdout, stderr } = await runInProcess(["dev", "--json", "--open"], {
      cwd: folder(),
      own,
      signal: over.signal,
      onOutput: () => over.abort(),
    });
    const { ok, result } = readObject(stdout);
    expect([code, ok, stderr]).toEqual([0, true, ""]);
    expect(result).toMatchObject({ applicationId: "1000000000000001", webBase: opened.slice(0, -1) });
  });

  it("prints each event as a line of JSON", async () => {
    const cwd = folder();
    const dev = start(runInProcess, ["--json"], { cwd });
    await dev.hasSaid('"command":"dev"');
    writeFileSync(join(cwd, "handler.mjs"), "export default {");
    await dev.hasSaid("handler.mjs:1:17");
    const text = "console.log('Here.'); export default { fetch: () => { throw new Error('Not today.'); } };";
    writeFileSync(join(cwd, "handler.mjs"), text);
    await dev.hasSaid('{"event":"printed","line":"Here."}');
    await dev.hasSaid('{"event":"loaded","file":"handler.mjs"}');
    writeFileSync(join(cwd, "commands.json"), JSON.stringify([{ ...ping, description: "Anew." }, score]));
    await dev.hasSaid('"applied"');
    const { code, stdout, stderr } = await dev.end();
    const [{ result }, ...events] = readLines(stdout);
    expect([code, result?.["applicationId"], stderr]).toEqual([0, "1000000000000001", ""]);
    expect(events).toContainEqual({ event: "applied", created: ["score"], edited: ["ping"], deleted: [] });
    expect(events).toContainEqual({
      event: "problem",
      error: expect.objectContaining({ code: "file_unreadable" }),
    });
  });

  it("exits at Ctrl-C while a file is loading", async () => {
    const cwd = folder();
    const dev = start(runInProcess, [], { cwd });
    await dev.hasSaid("Serving");
    const text = "console.log('Slowly.'); setInterval(() => {}, 1000); await new Promise(() => {});";
    writeFileSync(join(cwd, "handler.mjs"), text);
    await dev.hasSaid("Slowly.");
    const { code, stderr } = await dev.end();
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("cannot be read")]);
  });

  it("runs a program with the settings, and exits with its exit code", async () => {
    const words = [
      "--",
      process.execPath,
      "-e",
      "process.exitCode = process.env.SLASHPASS_BOT_TOKEN ? 7 : 8",
    ];
    const { code, stdout, stderr } = await runInProcess(["dev", ...words], { cwd: folder() });
    expect([code, stdout, oneLine(stderr)]).toEqual([7, "", expect.stringContaining("until the end of")]);
    const missing = await runInProcess(["dev", "--", "/no/such/program"], { cwd: folder() });
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("cannot be started")]);
  });

  it("saves its state without its own endpoint", async () => {
    const cwd = folder();
    const dev = start(runInProcess, ["--state", "state.json"], { cwd });
    await dev.hasSaid("Serving");
    await dev.end();
    const state = readFileSync(join(cwd, "state.json"), "utf8");
    expect([state.includes("ping"), state.includes("/interactions")]).toEqual([true, false]);
  });

  it.each([
    [
      "no handler",
      { "slashpass.config.json": { ...config, handler: "other.mjs" } },
      "There is no handler at",
    ],
    [
      "a handler that cannot be loaded",
      { "handler.mjs": "export default 1;" },
      "its default export is neither",
    ],
    [
      "a handler with another key",
      { "handler.mjs": "export default { fetch: () => Response.json({ type: 1 }) };" },
      "The handler does not respond as the service requires.",
    ],
    ["commands that break a rule", { "commands.json": [{ name: "PING" }] }, "The service would refuse"],
  ])("does not start with %s", async (_name, files, problem) => {
    const { code, stderr } = await runInProcess(["dev"], { cwd: folder(files) });
    expect([code === 0, oneLine(stderr)]).toEqual([false, expect.stringContaining(problem)]);
  });

  it("prefers files of the command line", async () => {
    const cwd = folder({ "h.mjs": plainHandler("Two."), "c.json": [score], "handler.mjs": "" });
    const dev = start(runInProcess, ["--handler", "h.mjs", "--file", "c.json"], { cwd });
    await dev.hasSaid("Serving h.mjs, with the commands of c.json, until Ctrl-C.");
    expect((await dev.end()).code).toBe(0);
  });
});

describe("with the service", () => {
  const journalOf = ({ cwd, application: { id } }: Game) => join(cwd, `.slashpass-dev.${id}.json`);

  async function namesOf(application: Game["application"], guildId?: string): Promise<string[]> {
    const client = new CommandsClient(service.commandsOptions(application));
    const scope = guildId === undefined ? client.global : client.guild(guildId);
    return (await scope.list()).map(({ name }) => name);
  }

  /** Creates a game whose application has the command `score`, and whose file defines `ping`. */
  async function serviceGame(environment: object = {}) {
    const game = createGame(service, [ping], { environment, application: { commands: [score] } });
    game.write("handler.mjs", plainHandler("One."));
    const port = await freePort();
    return {
      ...game,
      words: ["--yes", "--public-url", `http://127.0.0.1:${port}`, "--port", String(port)],
      names: () => namesOf(game.application),
      url: `http://127.0.0.1:${port}/interactions`,
    };
  }

  it("sets the endpoint URL, and restores the application on exit", async () => {
    const game = await serviceGame();
    const { application } = game;
    const dev = start(game.run, game.words);
    await dev.hasSaid("Serving handler.mjs");
    await dev.hasSaid(`public URL ${game.url}`);
    expect([application.interactionsEndpoint, await game.names()]).toEqual([game.url, ["ping"]]);
    const ada = service.player("Ada", { application, guild: "Reef" });
    await ada.use("/ping");
    expect(ada.messages().at(-1)?.content).toBe("One.");
    dev.forget();
    game.write("handler.mjs", plainHandler("Two."));
    await dev.hasSaid("Loaded handler.mjs.");
    await ada.use("/ping");
    expect(ada.messages().at(-1)?.content).toBe("Two.");
    expect(existsSync(journalOf(game))).toBe(true);
    const { code, stderr } = await dev.end();
    expect([code, stderr]).toEqual([0, expect.stringContaining("Restored: the application's commands")]);
    expect([application.interactionsEndpoint, await game.names()]).toEqual([undefined, ["score"]]);
    expect(existsSync(journalOf(game))).toBe(false);
    expect(stderr).not.toContain(application.botToken);
  });

  it("restores the previous endpoint URL, or clears it if that URL no longer responds", async () => {
    const game = await serviceGame();
    const { application } = game;
    const former = await startGame(application.publicKey);
    await application.setInteractionsEndpoint(former.url);
    const first = start(game.run, [...game.words, "--json"]);
    await first.hasSaid('"command":"dev"');
    const { code: done, stdout } = await first.end();
    const [{ result }, ...events] = readLines(stdout);
    expect([done, result?.["publicUrl"], events]).toEqual([
      0,
      game.url,
      [{ event: "set_back", requests: 1, endpointUrl: true }],
    ]);
    expect(application.interactionsEndpoint).toBe(former.url);
    const second = start(game.run, game.words);
    await second.hasSaid("Serving");
    await former.close();
    const { code, stderr } = await second.end();
    expect([code, oneLine(stderr)]).toEqual([
      3,
      expect.stringContaining("The service no longer accepts the previous endpoint URL"),
    ]);
    expect([application.interactionsEndpoint, await game.names()]).toEqual([undefined, ["score"]]);
  });

  it("refuses to run twice for one application", async () => {
    const game = await serviceGame();
    const dev = start(game.run, game.words);
    await dev.hasSaid("Serving");
    const [second, restoring] = await Promise.all([
      game.run(["dev", ...game.words, "--json"]),
      game.run(["dev", "--restore", "--json"]),
    ]);
    expect([readObject(second.stdout).error?.code, readObject(restoring.stdout).error?.code]).toEqual([
      "application_taken",
      "application_taken",
    ]);
    expect(await game.names()).toEqual(["ping"]);
    await dev.end();
  });

  it("restores the application after a crash, at the next start or with --restore", async () => {
    const game = await serviceGame();
    const { application } = game;
    const kept = join(game.cwd, "kept.json");
    const dev = start(game.run, game.words);
    await dev.hasSaid("Serving");
    copyFileSync(journalOf(game), kept);
    await dev.end();
    const crash = async () => {
      copyFileSync(kept, journalOf(game));
      await game.run(["commands", "apply", "--yes"]);
      expect(await game.names()).toEqual(["ping"]);
    };
    await crash();
    const restored = await game.run(["dev", "--restore", "--json"]);
    expect(readObject(restored.stdout).result).toMatchObject({ restored: true });
    expect([await game.names(), existsSync(journalOf(game))]).toEqual([["score"], false]);
    const nothing = await game.run(["dev", "--restore"]);
    expect([nothing.code, oneLine(nothing.stdout)]).toEqual([
      0,
      `Nothing is left of application ${application.id} in this folder to set back.`,
    ]);
    await crash();
    const next = start(game.run, game.words);
    await next.hasSaid("Restored: the application's commands (1 request), and its endpoint URL.");
    await next.hasSaid("Serving");
    await next.end();
    expect(await game.names()).toEqual(["score"]);
  });

  it("keeps changes made by others, and does not write unchanged values", async () => {
    const game = await serviceGame();
    const kept = join(game.cwd, "kept.json");
    const dev = start(game.run, game.words);
    await dev.hasSaid("Serving");
    copyFileSync(journalOf(game), kept);
    await dev.end();
    copyFileSync(kept, journalOf(game));
    const other = await startGame(game.application.publicKey);
    await game.application.setInteractionsEndpoint(other.url);
    const { code, stderr } = await game.run(["dev", "--restore"]);
    await other.close();
    expect([code, stderr]).toEqual([0, expect.stringContaining("(0 requests)")]);
    expect(game.application.interactionsEndpoint).toBe(other.url);
  });

  it("keeps the journal if the service fails, and restores the application later", async () => {
    const game = await serviceGame();
    const { application } = game;
    const former = await startGame(application.publicKey);
    await application.setInteractionsEndpoint(former.url);
    const dev = start(game.run, game.words);
    await dev.hasSaid("Serving");
    service.faults.add({
      path: /\/applications\/@me$/,
      method: "PATCH",
      answer: { status: 403, body: {} },
      times: 1,
    });
    const { code, stderr } = await dev.end();
    expect(code).toBe(130);
    expect(oneLine(stderr)).toMatch(
      /The application's previous settings are not restored: .* Then type 'slashpass dev --restore'\./,
    );
    expect([application.interactionsEndpoint, existsSync(journalOf(game))]).toEqual([game.url, true]);
    expect((await game.run(["dev", "--restore"])).code).toBe(0);
    await former.close();
    expect(application.interactionsEndpoint).toBe(former.url);
  });

  it.each([{ applicationId: "1" }, { api: "https://a.example" }])(
    "rejects a journal of another application: %j",
    async (change) => {
      const game = await serviceGame();
      const { id: applicationId } = game.application;
      const own = { format: 1, applicationId, api: service.apiBase, publicUrl: game.url, endpointUrl: null };
      const journal = JSON.stringify({ ...own, commands: {}, ...change });
      game.write(`.slashpass-dev.${applicationId}.json`, journal);
      expect(readObject((await game.run(["dev", "--restore", "--json"])).stdout).error).toMatchObject({
        code: "journal_unusable",
        message: expect.stringContaining("it belongs to another application"),
      });
    },
  );

  it("changes nothing if the service rejects the URL", async () => {
    const game = await serviceGame();
    const words = game.words.map((word) => (word.startsWith("http:") ? `${service.webBase}/nothing` : word));
    const { code, stderr } = await game.run(["dev", ...words]);
    expect([code, oneLine(stderr)]).toEqual([
      1,
      expect.stringContaining("Check that the tunnel is running and forwards to this endpoint."),
    ]);
    expect([await game.names(), existsSync(journalOf(game))]).toEqual([["score"], false]);
  });

  it("writes nothing if the files are invalid, the port is taken, or the prompt is declined", async () => {
    const game = await serviceGame();
    const asked = await game.run(["dev", ...game.words.slice(1)]);
    const declined = await game.run(["dev", ...game.words.slice(1)], { columns: 80, typed: ["n"] });
    const taken = [...game.words.slice(0, -1), new URL(service.webBase).port];
    const port = await game.run(["dev", ...taken]);
    game.write("handler.mjs", "export default 1;");
    const wrong = await game.run(["dev", ...game.words]);
    expect([asked, declined, port, wrong].map(({ code }) => code)).toEqual([2, 1, 1, 2]);
    expect(port.stderr).toContain("or choose another port with --port");
    expect([await game.names(), existsSync(journalOf(game))]).toEqual([["score"], false]);
  });

  it("is refused in a protected environment, and without a bot token", async () => {
    const guarded = await serviceGame({ protected: true });
    const game = await serviceGame();
    const refused = await guarded.run(["dev", ...guarded.words, "--json"]);
    const env = { SLASHPASS_BOT_TOKEN: "", SLASHPASS_CLIENT_SECRET: game.application.clientSecret };
    const secretOnly = await game.run(["dev", ...game.words, "--json"], { env });
    expect([readObject(refused.stdout).error?.code, readObject(secretOnly.stdout).error?.code]).toEqual([
      "protected_environment",
      "no_bot_token",
    ]);
  });

  it("changes the commands of the guild in the settings", async () => {
    const guild = service.addGuild({ name: "Bay" });
    const game = await serviceGame({ guildId: guild.id });
    const dev = start(game.run, game.words);
    await dev.hasSaid(`guild ${guild.id}`);
    await dev.hasSaid("Serving");
    const inGuild = () => namesOf(game.application, guild.id);
    expect([await game.names(), await inGuild()]).toEqual([["score"], ["ping"]]);
    await dev.end();
    expect([await game.names(), await inGuild()]).toEqual([["score"], []]);
  });
});
