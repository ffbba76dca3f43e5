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

/** Runs the command line until `end` is called. `end` acts like Ctrl-C. */
function start(run: Run, words: readonly string[], setting: ProgramSetting = {}) {
  const over = new AbortController();
  let output = "";
  const running = run(["dev", ...words], {
    ...setting,
    signal: over.signal,
    onOutput: (text) => (output += text),
  });
  const untilPrinted = (text: string) => expect.poll(() => oneLine(output)).toContain(text);
  return {
    untilPrinted,
    forget: () => void (output = ""),
    addressOf: async (label: string) => {
      await untilPrinted(`${label} http`);
      return new RegExp(`${label} +(http\\S+)`).exec(output)?.[1] ?? expect.unreachable();
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

  it("serves the handler, reloads changed files, survives errors in them and stops on Ctrl-C", async () => {
    const cwd = folder();
    const dev = start(runInProcess, [], { cwd });
    await dev.untilPrinted("Commands: + ping Applied: 1 request.");
    await dev.untilPrinted("Serving handler.mjs, with the commands from commands.json, until Ctrl-C.");
    const page = await dev.addressOf("emulator");
    expect((await fetch(page)).status).toBe(200);
    await fetch(`${page}api/v10/applications/@me`);
    await dev.untilPrinted("GET /api/v10/applications/@me 401");
    const fault = { event: "fault.add", fields: { answer: "drop", path: "/users/@me" } };
    const headers = { "content-type": "application/json" };
    await fetch(`${page}control/trigger`, { method: "POST", headers, body: JSON.stringify(fault) });
    await expect(fetch(`${page}api/v10/users/@me`)).rejects.toThrow("fetch failed");
    await dev.untilPrinted("connection closed without a response");
    const endpoint = await dev.addressOf("endpoint");
    expect((await fetch(endpoint, { method: "POST" })).status).toBe(401);
    writeFileSync(join(cwd, "handler.mjs"), "export default {");
    await dev.untilPrinted("handler.mjs:1:17: Unexpected token.");
    expect((await fetch(endpoint, { method: "POST" })).status).toBe(401);
    dev.forget();
    writeFileSync(join(cwd, "handler.mjs"), "export default { fetch() { throw new Error('Not today.'); } };");
    await dev.untilPrinted("Loaded handler.mjs.");
    expect((await fetch(endpoint, { method: "POST" })).status).toBe(500);
    await dev.untilPrinted(`An interaction failed: Not today. (${join(cwd, "handler.mjs")}:1:34)`);
    dev.forget();
    writeFileSync(join(cwd, "handler.mjs"), "export default { fetch: () => process.exit(0) };");
    await dev.untilPrinted("Loaded handler.mjs.");
    expect((await fetch(endpoint, { method: "POST" })).status).toBe(500);
    await dev.untilPrinted(
      "handler.mjs ended: it called process.exit. It will be reloaded for the next interaction.",
    );
    dev.forget();
    writeFileSync(join(cwd, "commands.json"), JSON.stringify([{ ...ping, description: "Anew." }, score]));
    await dev.untilPrinted("Commands: + score, ~ ping Applied");
    expect((await dev.end()).code).toBe(0);
  });

  it("opens the page and prints the result and each event as a line of JSON", async () => {
    const cwd = folder();
    let opened = "";
    const own = { openBrowser: async (url: string) => void (opened = url) };
    const dev = start(runInProcess, ["--json", "--open"], { cwd, own });
    await dev.untilPrinted('"command":"dev"');
    writeFileSync(join(cwd, "handler.mjs"), "export default {");
    await dev.untilPrinted("handler.mjs:1:17");
    const text = "console.log('Here.'); export default { fetch: () => { throw new Error('Not today.'); } };";
    writeFileSync(join(cwd, "handler.mjs"), text);
    await dev.untilPrinted('{"event":"printed","line":"Here."}');
    await dev.untilPrinted('{"event":"loaded","file":"handler.mjs"}');
    writeFileSync(join(cwd, "commands.json"), JSON.stringify([{ ...ping, description: "Anew." }, score]));
    await dev.untilPrinted('"applied"');
    const { code, stdout, stderr } = await dev.end();
    const [{ result }, ...events] = readLines(stdout);
    expect([code, stderr]).toEqual([0, ""]);
    expect(result).toMatchObject({ applicationId: "1000000000000001", webBase: opened.slice(0, -1) });
    expect(events).toContainEqual({ event: "applied", created: ["score"], edited: ["ping"], deleted: [] });
    expect(events).toContainEqual({
      event: "problem",
      error: expect.objectContaining({ code: "file_unreadable" }),
    });
  });

  it("exits on Ctrl-C while a file is loading", async () => {
    const cwd = folder();
    const dev = start(runInProcess, [], { cwd });
    await dev.untilPrinted("Serving");
    const text = "console.log('Slowly.'); setInterval(() => {}, 1000); await new Promise(() => {});";
    writeFileSync(join(cwd, "handler.mjs"), text);
    await dev.untilPrinted("Slowly.");
    const { code, stderr } = await dev.end();
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("cannot be read")]);
  });

  it("runs a program with the settings and exits with its exit code", async () => {
    const program = "process.exitCode = process.env.SLASHPASS_BOT_TOKEN ? 7 : 8";
    const words = ["dev", "--", process.execPath, "-e", program];
    const { code, stdout, stderr } = await runInProcess(words, { cwd: folder() });
    expect([code, stdout, oneLine(stderr)]).toEqual([7, "", expect.stringContaining("until '")]);
    const missing = await runInProcess(["dev", "--", "/no/such/program"], { cwd: folder() });
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("cannot be started")]);
  });

  it("saves its state, but not its own endpoint", async () => {
    const cwd = folder();
    const dev = start(runInProcess, ["--state", "state.json"], { cwd });
    await dev.untilPrinted("Serving");
    await dev.end();
    const state = readFileSync(join(cwd, "state.json"), "utf8");
    expect([state.includes("ping"), state.includes("/interactions")]).toEqual([true, false]);
  });

  it.each([
    [
      "there is no handler",
      { "slashpass.config.json": { ...config, handler: "other.mjs" } },
      "There is no handler at",
    ],
    ["the handler cannot be loaded", { "handler.mjs": "export default 1;" }, "its default export must be"],
    [
      "the handler uses another key",
      { "handler.mjs": "export default { fetch: () => Response.json({ type: 1 }) };" },
      "The handler does not respond as the service requires.",
    ],
    ["a command breaks a rule", { "commands.json": [{ name: "PING" }] }, "The service would reject"],
  ])("does not start if %s", async (_name, files, problem) => {
    const { code, stderr } = await runInProcess(["dev"], { cwd: folder(files) });
    expect([code === 0, oneLine(stderr)]).toEqual([false, expect.stringContaining(problem)]);
  });

  it("prefers files named on the command line to those in the config", async () => {
    const cwd = folder({ "h.mjs": plainHandler("Two."), "c.json": [score], "handler.mjs": "" });
    const dev = start(runInProcess, ["--handler", "h.mjs", "--file", "c.json"], { cwd });
    await dev.untilPrinted("Serving h.mjs, with the commands from c.json, until Ctrl-C.");
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

  /** Creates a game whose application has the command `score` and whose file defines `ping`. */
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

  it("sets the endpoint URL and restores the application on exit", async () => {
    const game = await serviceGame();
    const { application } = game;
    const dev = start(game.run, game.words);
    await dev.untilPrinted("Serving handler.mjs");
    await dev.untilPrinted(`public URL ${game.url}`);
    expect([application.interactionsEndpoint, await game.names()]).toEqual([game.url, ["ping"]]);
    const ada = service.player("Ada", { application, guild: "Reef" });
    await ada.use("/ping");
    expect(ada.messages().at(-1)?.content).toBe("One.");
    expect(existsSync(journalOf(game))).toBe(true);
    const { code, stderr } = await dev.end();
    expect([code, stderr]).toEqual([0, expect.stringContaining("Restored: the application's commands")]);
    expect([application.interactionsEndpoint, await game.names()]).toEqual([undefined, ["score"]]);
    expect(existsSync(journalOf(game))).toBe(false);
    expect(stderr).not.toContain(application.botToken);
  });

  it("restores the previous endpoint URL, or clears the setting if that URL no longer responds", async () => {
    const game = await serviceGame();
    const { application } = game;
    const former = await startGame(application.publicKey);
    await application.setInteractionsEndpoint(former.url);
    const first = start(game.run, [...game.words, "--json"]);
    await first.untilPrinted('"command":"dev"');
    const { code: done, stdout } = await first.end();
    const [{ result }, ...events] = readLines(stdout);
    expect([done, result?.["publicUrl"], events]).toEqual([
      0,
      game.url,
      [{ event: "set_back", requests: 1, endpointUrl: true }],
    ]);
    expect(application.interactionsEndpoint).toBe(former.url);
    const second = start(game.run, game.words);
    await second.untilPrinted("Serving");
    await former.close();
    const { code, stderr } = await second.end();
    expect([code, oneLine(stderr)]).toEqual([
      3,
      expect.stringContaining("was not restored, because it failed the service's check"),
    ]);
    expect([application.interactionsEndpoint, await game.names()]).toEqual([undefined, ["score"]]);
  });

  it("refuses to run twice for the same application", async () => {
    const game = await serviceGame();
    const dev = start(game.run, game.words);
    await dev.untilPrinted("Serving");
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

  it("restores the application after a crash, on the next start or with --restore", async () => {
    const game = await serviceGame();
    const { application } = game;
    const backup = join(game.cwd, "kept.json");
    const dev = start(game.run, game.words);
    await dev.untilPrinted("Serving");
    copyFileSync(journalOf(game), backup);
    await dev.end();
    const crash = async () => {
      copyFileSync(backup, journalOf(game));
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
      `There are no saved settings for application ${application.id} in this folder.`,
    ]);
    await crash();
    const next = start(game.run, game.words);
    await next.untilPrinted("Restored: the application's commands (1 request), and its endpoint URL.");
    await next.untilPrinted("Serving");
    await next.end();
    expect(await game.names()).toEqual(["score"]);
  });

  it("keeps changes made by others and does not write unchanged values", async () => {
    const game = await serviceGame();
    const backup = join(game.cwd, "kept.json");
    const dev = start(game.run, game.words);
    await dev.untilPrinted("Serving");
    copyFileSync(journalOf(game), backup);
    await dev.end();
    copyFileSync(backup, journalOf(game));
    const other = await startGame(game.application.publicKey);
    await game.application.setInteractionsEndpoint(other.url);
    const { code, stderr } = await game.run(["dev", "--restore"]);
    await other.close();
    expect([code, stderr]).toEqual([0, expect.stringContaining("(0 requests)")]);
    expect(game.application.interactionsEndpoint).toBe(other.url);
  });

  it("keeps the journal and restores the application later if the service fails", async () => {
    const game = await serviceGame();
    const { application } = game;
    const former = await startGame(application.publicKey);
    await application.setInteractionsEndpoint(former.url);
    const dev = start(game.run, game.words);
    await dev.untilPrinted("Serving");
    service.faults.add({
      path: /\/applications\/@me$/,
      method: "PATCH",
      answer: { status: 403, body: {} },
      times: 1,
    });
    const { code, stderr } = await dev.end();
    expect(code).toBe(130);
    expect(oneLine(stderr)).toMatch(
      /The application's previous settings were not restored: .* Then run 'slashpass dev --restore'\./,
    );
    expect([application.interactionsEndpoint, existsSync(journalOf(game))]).toEqual([game.url, true]);
    expect((await game.run(["dev", "--restore"])).code).toBe(0);
    await former.close();
    expect(application.interactionsEndpoint).toBe(former.url);
  });

  it.each([{ applicationId: "1" }, { api: "https://a.example" }])(
    "rejects another application's journal: %j",
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

  it("writes nothing if the files are invalid, the port is in use or the prompt is declined", async () => {
    const game = await serviceGame();
    const result = await game.run(["dev", ...game.words.slice(1)]);
    const declined = await game.run(["dev", ...game.words.slice(1)], { columns: 80, typed: ["n"] });
    const taken = [...game.words.slice(0, -1), new URL(service.webBase).port];
    const port = await game.run(["dev", ...taken]);
    game.write("handler.mjs", "export default 1;");
    const wrong = await game.run(["dev", ...game.words]);
    expect([result, declined, port, wrong].map(({ code }) => code)).toEqual([2, 1, 1, 2]);
    expect(port.stderr).toContain("or choose another one with --port");
    expect([await game.names(), existsSync(journalOf(game))]).toEqual([["score"], false]);
  });

  it("is rejected in a protected environment or without a bot token", async () => {
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

  it("changes nothing if the bot token belongs to another application", async () => {
    const [game, other] = [await serviceGame(), await serviceGame()];
    const env = { SLASHPASS_BOT_TOKEN: other.application.botToken };
    const refused = await game.run(["dev", ...game.words, "--json"], { env });
    expect(readObject(refused.stdout).error?.code).toBe("wrong_application");
    for (const { application, names } of [game, other])
      expect([application.interactionsEndpoint, await names()]).toEqual([undefined, ["score"]]);
    expect(existsSync(journalOf(game))).toBe(false);
  });

  it("changes the commands of the guild specified in the settings", async () => {
    const guild = service.addGuild({ name: "Bay" });
    const game = await serviceGame({ guildId: guild.id });
    const dev = start(game.run, game.words);
    await dev.untilPrinted(`guild ${guild.id}`);
    await dev.untilPrinted("Serving");
    const inGuild = () => namesOf(game.application, guild.id);
    expect([await game.names(), await inGuild()]).toEqual([["score"], ["ping"]]);
    await dev.end();
    expect([await game.names(), await inGuild()]).toEqual([["score"], []]);
  });
});
