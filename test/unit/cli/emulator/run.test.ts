import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it, test } from "vitest";
import { startGame } from "../../../setup/emulator/game.ts";
import { type ProgramSetting, runInProcess } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { greetingOf, setEndpoint } from "../../../../src/cli/emulator/run.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";

/** Runs the emulator until it prints something. */
function serveOnce(words: readonly string[], setting: ProgramSetting = {}) {
  const end = new AbortController();
  const ending = { signal: end.signal, onOutput: () => end.abort() };
  return runInProcess(["emulator", ...words], { ...setting, ...ending });
}

/** Returns the commands of an emulator that starts with the state in `cwd`. */
async function commandsAfterStart(cwd: string, ...words: string[]): Promise<unknown> {
  const end = new AbortController();
  let commands: Promise<unknown> | undefined;
  const ask = async (): Promise<unknown> => {
    const env = parseEnv(readFileSync(join(cwd, "env"), "utf8"));
    const url = `${env["SLASHPASS_API_BASE"]}/applications/${env["SLASHPASS_APPLICATION_ID"]}/commands`;
    return (await fetch(url, { headers: { authorization: `Bot ${env["SLASHPASS_BOT_TOKEN"]}` } })).json();
  };
  await runInProcess(["emulator", "--json", "--state", "state.json", "--env", "env", ...words], {
    cwd,
    signal: end.signal,
    onOutput: () => (commands ??= ask().finally(() => end.abort())),
  });
  return commands;
}

describe("slashpass emulator", () => {
  it("prints its address and the Activity's, and exits with 0 on Ctrl-C", async () => {
    const words = ["--port", "0", "--activity", "http://127.0.0.1:5173/", "--map", "/api=localhost:3000"];
    const { code, stdout, stderr } = await serveOnce(words);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/webBase +http:\/\/127\.0\.0\.1:\d+\n/);
    expect(stdout).toContain("Activity     127.0.0.1:5173/");
  });

  it("reports that the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, stderr } = await runInProcess(["emulator", "--port", String(port)]);
    other.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining("EADDRINUSE")]);
  });

  it("writes the same ids and keys to the settings file on every start and prints no secrets", async () => {
    const cwd = temporaryFolder();
    const settings: string[] = [];
    for (const words of [
      ["--env", "env"],
      ["--env", "env", "--json"],
    ]) {
      const { stdout } = await serveOnce(words, { cwd });
      const text = readFileSync(join(cwd, "env"), "utf8");
      settings.push(text.replaceAll(/:\d+/g, ""));
      for (const [, secret = ""] of text.matchAll(/(?:SECRET|TOKEN)=(\S{20,})/g))
        expect(stdout).not.toContain(secret);
      expect(text.match(/^SLASHPASS_\w+(?==.)/gm)).toHaveLength(7);
      expect(stdout).toContain(words.length === 2 ? join(cwd, "env") : '"apiBase":"http://127.0.0.1:');
    }
    expect(settings[1]).toBe(settings[0]);
    if (process.platform !== "win32") expect(statSync(join(cwd, "env")).mode & 0o777).toBe(0o600);
  });

  it("runs a program with the settings, exits with its exit code, and prints each request and error", async () => {
    const cwd = temporaryFolder();
    const program = `const { SLASHPASS_API_BASE: base, SLASHPASS_APPLICATION_ID: id, SLASHPASS_BOT_TOKEN: token } = process.env;
      const headers = { authorization: "Bot " + token, "content-type": "application/json" };
      const body = JSON.stringify({ name: "wave", description: "Wave." });
      const { status } = await fetch(base + "/applications/" + id + "/commands", { method: "POST", headers, body });
      await fetch(base + "/users/@me");
      process.exitCode = status === 201 ? 9 : 1;`;
    const command = [process.execPath, "--input-type=module", "-e", program];
    const words = ["emulator", "--state", "state.json", "--", ...command];
    const { code, stdout, stderr } = await runInProcess(words, { cwd });
    expect([code, stdout]).toEqual([9, ""]);
    expect(stderr).toMatch(/^POST {3}\/api\/v10\/applications\/\d+\/commands {2}201 {2}\d+ ms {2}ok$/m);
    expect(stderr).toMatch(/^GET {4}\/api\/v10\/users\/@me {2}401 {2}\d+ ms {2}refused: 401: Unauthorized$/m);
    expect(stderr).not.toMatch(/(?:SECRET|TOKEN)=./);
    expect(readFileSync(join(cwd, "state.json"), "utf8")).toContain('"wave"');
    expect(await commandsAfterStart(cwd)).toMatchObject([{ name: "wave" }]);
    expect(await commandsAfterStart(cwd, "--reset")).toEqual([]);
  });

  it("exits if the program, which may have a subcommand's name, cannot be started", async () => {
    const { code, stderr } = await runInProcess(["emulator", "--", "export"]);
    expect([code, oneLine(stderr)]).toEqual([
      1,
      expect.stringContaining("The program 'export' cannot be started: there is no such program"),
    ]);
  });

  it.each<[string[], string]>([
    [["--reset"], "--reset requires --state"],
    [["--activity", "http://game.example/"], "but must be on this machine"],
    ...["65536", "1e3", "", "-1", "x"].map((port): [string[], string] => [
      [`--port=${port}`],
      `not '${port}'`,
    ]),
    [["--endpoint", "nowhere"], "--endpoint must be an http or https URL, not 'nowhere'"],
    [["--endpoint", "ftp://x"], "--endpoint must be an http or https URL, not 'ftp://x'"],
    [["--endpoint", "http://"], "--endpoint must be an http or https URL, not 'http://'"],
    [["--state", "."], "EISDIR"],
    [["--state", "broken"], "it is not JSON"],
    [["--state", "future"], "must be 1"],
  ])("rejects %j before starting", async (words, reason) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "broken"), "{");
    writeFileSync(join(cwd, "future"), '{"version":2,"world":{}}');
    const { code, stderr } = await runInProcess(["emulator", ...words], { cwd });
    expect([code, oneLine(stderr)]).toEqual([2, expect.stringContaining(reason)]);
  });

  it("starts from a world on the first run and then from its saved state until it is reset", async () => {
    const cwd = temporaryFolder();
    const write = (name: string) =>
      writeFileSync(join(cwd, "w.json"), JSON.stringify({ guilds: [{ id: "77", name }] }));
    const start = async (...more: string[]) => {
      const end = new AbortController();
      const words = ["emulator", "--world", "w.json", "--state", "s.json", ...more];
      const onOutput = (text: string) => void (text.includes("webBase") && end.abort());
      return runInProcess(words, { cwd, signal: end.signal, onOutput });
    };
    write("Reef");
    expect(await start()).toMatchObject({ stdout: expect.stringContaining("77 (Reef)"), stderr: "" });
    write("Cove");
    const { stdout, stderr } = await start();
    expect(stdout).toContain("77 (Reef)");
    expect(oneLine(stderr)).toContain("s.json, so");
    expect((await start("--reset")).stdout).toContain("77 (Cove)");
  });

  it("exits if the state cannot be saved", async () => {
    const cwd = temporaryFolder();
    const { code, stderr } = await runInProcess(["emulator", "--state", "no/state"], { cwd });
    expect([code, oneLine(stderr)]).toEqual([1, expect.stringContaining("cannot be written to")]);
  });

  it("opens its page, or prints the URL if there is no browser", async () => {
    const opening = async (openBrowser: (url: string) => Promise<void>) =>
      oneLine((await serveOnce(["--open"], { own: { openBrowser } })).stderr);
    const opened: string[] = [];
    expect(await opening(async (url) => void opened.push(url))).toBe("");
    expect(opened).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/)]);
    const noBrowser = () => Promise.reject(new Error("No browser."));
    expect(await opening(noBrowser)).toMatch(/No browser\. Open the page yourself: http/);
  });

  it("sends interactions only to an endpoint that accepts PING", async () => {
    const { publicKey } = readObject((await serveOnce(["--json"])).stdout).result as { publicKey: string };
    await using game = await startGame(publicKey);
    await using stranger = await startGame("0".repeat(64));
    const until = async (url: string, word: RegExp) => {
      const end = new AbortController();
      const onOutput = (text: string) => {
        if (word.test(text)) end.abort();
      };
      return await runInProcess(["emulator", "--endpoint", url], { signal: end.signal, onOutput });
    };
    expect((await until(game.url, /Interactions/)).stderr).toBe(`Interactions go to ${game.url}\n`);
    expect(oneLine((await until(stranger.url, /Interactions/)).stderr)).toMatch(
      /are not sent to \S+ yet: The interactions endpoint rejected PING with 401, .* this application's public key/,
    );
  });
});

describe("greetingOf", () => {
  test("lists the emulator's state without secrets", () => {
    const application = new EmulatorApplication({ id: "5", name: "Reef", publicClient: false });
    const emulator = {
      application,
      apiBase: "http://127.0.0.1:1/api/v10",
      webBase: "http://127.0.0.1:1",
      players: [{ name: "Ada" }],
      guilds: [],
    };
    const greeting = greetingOf(emulator, undefined);
    expect(greeting).toMatch(/application +5 \(Reef, with a secret\)\n/);
    expect(greeting).toMatch(/guild +none\n/);
    expect(greeting).toContain("\nSLASHPASS_APPLICATION_ID=5\n");
    expect(greeting).not.toContain("SLASHPASS_GUILD_ID");
    for (const secret of [application.clientSecret, application.botToken])
      expect(greeting).not.toContain(secret);
    const hostile = { ...emulator, players: [{ name: "Ada\n\u001B[2J" }] };
    expect(greetingOf(hostile, undefined)).toContain(String.raw`players      Ada\u000a\u001b[2J, or any`);
    expect(greetingOf(emulator, "/x/env")).toMatch(/The settings, including the secrets, are in \/x\/env\n$/);
  });
});

describe("setEndpoint", () => {
  /** Creates an application that rejects its endpoint for these reasons in order and then accepts it. */
  function applicationRefusing(...reasons: readonly string[]) {
    const remaining = [...reasons];
    return {
      async setInteractionsEndpoint() {
        const reason = remaining.shift();
        if (reason !== undefined) throw new Error(reason);
      },
    };
  }

  it("retries until the endpoint responds and reports a failure only if its reason has changed", async () => {
    const reported: string[] = [];
    const onRefused = ({ message }: Error) => void reported.push(message);
    const { signal } = new AbortController();
    const application = applicationRefusing("absent", "absent", "wrong key", "absent");
    expect(await setEndpoint(application, "http://x", { signal, onRefused, pauseMs: 1 })).toBe(true);
    expect(reported).toEqual(["absent", "wrong key", "absent"]);
  });

  it("stops when the signal is aborted", async () => {
    const end = new AbortController();
    const setting = { signal: end.signal, onRefused: () => end.abort() };
    expect(await setEndpoint(applicationRefusing("absent"), "http://x", setting)).toBe(false);
  });
});
