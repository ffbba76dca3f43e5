import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entries } from "../../../src/cli/entries.ts";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import type { RunOptions } from "../../setup/child-process.ts";
import { ping, score } from "../../setup/program/game-folder.ts";
import { hugeSet } from "../../setup/program/huge-set.ts";
import { createGuardedGame } from "../../setup/program/guarded-game.ts";
import { startHostileService } from "../../setup/program/hostile-service.ts";
import { createLauncher } from "../../setup/program/launcher.ts";
import { runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { startSecrets } from "../../setup/secrets-bus.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { oneLine } from "../../setup/program/one-line.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ deviceIntervalSeconds: 1 });
});
afterAll(() => emulator.close());

type Respond = NonNullable<RunOptions["respond"]>;

/** What is typed, and what comes of it: the same piped and on a terminal, where nothing else is said. */
interface Row {
  readonly line: string;
  readonly status?: number;
  /** Some of what stands in the object. */
  readonly result: object;
  /** Typed on a terminal instead. */
  readonly seen?: string;
  /** Some of what the terminal shows. */
  readonly shows: string;
  readonly respond?: () => Respond;
  /** Read by a shell, whose lines are as long as they are. */
  readonly isScript?: true;
  /** In a folder that has no config. */
  readonly elsewhere?: true;
}

/** Lets a player do what a sign-in on another device says, as soon as it says it. */
function onDevice(answer: "accept" | "deny"): Respond {
  let visited = false;
  return (printed) => {
    const shown = oneLine(stripVTControlCharacters(printed));
    const [, address, code] = /open (http\S+) .*the code (\S+) within/.exec(shown) ?? [];
    if (visited || address === undefined) return;
    visited = true;
    void emulator.player("Ada").browser({ answer })(`${address}?user_code=${code}`);
  };
}

/** Ctrl-C, as soon as the words are there. */
const interruptAt = (words: string): Respond => {
  let done = false;
  return (printed, type) => {
    if (done || !printed.includes(words)) return;
    done = true;
    type("\u0003");
  };
};

const moderators = "role:1400000000000000003";

/** By the group that they belong to, in turn: each builds on what the one before it has done. */
const groups: Readonly<Record<string, readonly Row[]>> = {
  init: [
    {
      line: "init --yes --application 1400000000000000001",
      elsewhere: true,
      result: { environments: ["development"] },
      shows: "Wrote slashpass.config.mjs",
    },
  ],
  session: [
    {
      line: "login",
      result: { isNew: true, player: { name: "Ada" } },
      seen: "login --device",
      shows: "Signed in as Ada.",
      respond: () => onDevice("accept"),
    },
    { line: "whoami", result: { player: { name: "Ada" } }, shows: "Ada (" },
    {
      line: "token",
      result: { scopes: ["identify"] },
      seen: "token --exec -- echo ran",
      shows: "ran",
    },
    { line: "logout", result: { signedOut: true }, shows: "Signed out." },
  ],
  commands: [
    { line: "commands validate", result: { commands: 2 }, shows: "2 commands" },
    { line: "commands plan --exit-code", status: 3, result: { differs: true }, shows: "+ /ping" },
    {
      line: "commands apply --yes",
      result: { plan: { creates: [{}, {}] } },
      seen: "commands apply --watch --yes",
      shows: "Applied: 1 request.",
      respond: () => interruptAt("Applied: 1 request."),
    },
    { line: "commands list", result: { commands: [{ name: "ping" }, { name: "score" }] }, shows: "score" },
    { line: "commands pull --file pulled.json", result: { commands: 2 }, shows: "pulled.json" },
    { line: "commands snapshot kept.json", result: { commands: 2 }, shows: "Kept 2 commands" },
    {
      line: "commands apply --file one.json --yes",
      result: { plan: { deletes: [{}] } },
      shows: "Applied: 1 request.",
    },
    {
      line: "commands restore kept.json --yes",
      result: { plan: { creates: [{}] } },
      shows: "Restored: 1 request.",
    },
    {
      line: "commands rollout --guilds guilds.txt --yes",
      result: { done: 1, failed: [] },
      shows: "1 guild done.",
    },
  ],
  permissions: [
    {
      line: `permissions edit ping --deny everyone --allow ${moderators} --yes`,
      result: { permissions: [{}, {}] },
      shows: "+ everyone may not use ping",
    },
    { line: "permissions list", result: { permissions: [{}] }, shows: "ping" },
    { line: "permissions get ping", result: { permissions: [{}, {}] }, shows: "everyone" },
    { line: "permissions explain ping", result: { guild: "Test" }, shows: "Moderators" },
  ],
  "entry-point": [
    { line: "entry-point set --name play --yes", result: { entryPoint: { name: "play" } }, shows: "play" },
    { line: "entry-point show", result: { entryPoint: { name: "play" } }, shows: "play" },
    {
      line: "entry-point remove --yes",
      result: { removed: expect.stringMatching(/^\d+$/) },
      shows: "Deleted play.",
    },
  ],
  scheme: [
    {
      line: "scheme register --title Example",
      result: { isOurs: true },
      shows: "registered for this application",
    },
    {
      line: "scheme status",
      result: { isOurs: true, isStale: false },
      shows: "registered for this application",
    },
    { line: "scheme unregister", result: { removed: true }, shows: "no longer registered" },
  ],
  "launch-command": [
    {
      line: "launch-command register --steam 480",
      result: { works: true },
      shows: "is started with: xdg-open steam",
    },
    { line: "launch-command status", result: { works: true }, shows: "steam://rungameid/480" },
    { line: "launch-command unregister", result: { removed: true }, shows: "is removed." },
  ],
  machine: [
    {
      line: "doctor",
      result: {
        checks: expect.arrayContaining([expect.objectContaining({ check: "keychain", verdict: "ok" })]),
      },
      shows: "checks:",
    },
    { line: "emulator -- true", result: { applicationId: "1000000000000001" }, shows: "until 'true' ends." },
    {
      line: "emulator export --force",
      result: { file: expect.stringContaining("world.json") },
      shows: "Wrote",
    },
    { line: "emulator trigger time.advance time=1ms", result: { told: {} }, shows: "time.advance: done." },
    {
      line: "verify --make-key test.key",
      result: { checks: [] },
      shows: "This is the public key, for the endpoint.",
    },
    { line: "completion bash", result: { shell: "bash" }, shows: "_slashpass", isScript: true },
  ],
};

/** A game in a home of its own, with a keychain and a player's browser. */
async function createHome(apiBase?: string) {
  const game = await createGuardedGame(emulator, { activities: true, apiBase });
  game.write("commands.json", [ping, score]);
  game.write("one.json", [ping]);
  game.write("guilds.txt", game.guild.id);
  const home = temporaryFolder();
  const [keychain, { launcher, opened }] = await Promise.all([startSecrets(), createLauncher(home)]);
  const env = {
    ...game.env,
    ...game.asPlayer.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_CURRENT_DESKTOP: "X-Generic",
    BROWSER: launcher,
    NO_COLOR: "1",
    SLASHPASS_WEB_BASE: emulator.webBase,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${keychain.bus.path}`,
  };
  return {
    application: game.application,
    cwd: game.cwd,
    empty: temporaryFolder(),
    env,
    /** Ada answers in the browser that the program opens. */
    answer: async (answer: "accept" | "deny" = "accept") =>
      emulator.player("Ada").browser({ answer })(await opened()),
    [Symbol.asyncDispose]: () => keychain[Symbol.asyncDispose](),
  };
}

it("every command has a row here", () => {
  const names = entries.map(({ definition }) => definition.name);
  const lines = Object.values(groups).flat();
  const tried = names.filter((name) => lines.some(({ line }) => `${line} `.startsWith(`${name} `)));
  expect(tried).toEqual(names);
});

describe("every command", needs("Linux", "whole programs"), () => {
  it("prints an object in a pipe, as its schema says", { timeout: 120_000 }, () =>
    inAllGroups(async ({ line, status = 0, result }, home, setting) => {
      const [words = "", program] = line.split(" -- ");
      const ended = runExecutable(
        [...words.split(" "), "--json", ...(program === undefined ? [] : ["--", program])],
        setting,
      );
      if (line === "login") await home.answer();
      const { stdout, ...run } = await ended;
      expect({ line, ...run, stdout }).toMatchObject({ line, status });
      expect({ line, ...readObject(stdout) }).toMatchObject({ line, ok: true, result });
    }),
  );

  it("fits a terminal of 80 columns, without colours where NO_COLOR is set", { timeout: 120_000 }, () =>
    inAllGroups(
      async ({ line, seen = line, status = 0, shows, respond, isScript = false }, _home, setting) => {
        const run = await runOnTerminal(seen.split(" "), {
          ...setting,
          ...(respond && { respond: respond() }),
        });
        expect({ seen, ...run }).toMatchObject({ seen, status, stdout: expect.stringContaining(shows) });
        // oxlint-disable-next-line no-control-regex -- escape is what colours begin with
        expect(run.stdout).not.toMatch(/\u001B\[[\d;]*m/);
        const wide = linesOn(run.stdout).filter(({ length }) => length > 80);
        expect({ seen, wide: isScript ? [] : wide }).toEqual({ seen, wide: [] });
      },
    ),
  );

  it("lets no name that the service gives steer a terminal", { timeout: 120_000 }, async () => {
    await using service = await startHostileService(emulator.apiBase);
    const showing: string[] = [];
    await inAllGroups(async ({ line }, home, setting) => {
      const words = line.split(" ");
      const coloured = { ...setting, env: { ...setting.env, NO_COLOR: "", FORCE_COLOR: "1" } };
      const ended = runExecutable(words, coloured);
      if (line === "login") await home.answer();
      const { stdout, stderr } = await ended;
      expect({ line, steering: steeringIn(stdout + stderr) }).toEqual({ line, steering: [] });
      const [own = [], program = []] = line.split(" -- ").map((part) => part.split(" "));
      const asJson = await runExecutable(
        [...own, "--json", ...(program.length > 0 ? ["--", ...program] : [])],
        setting,
      );
      expect({ line, steering: steeringIn(asJson.stdout + asJson.stderr) }).toEqual({ line, steering: [] });
      if (stdout.includes(String.raw`\u001b[2J`)) showing.push(line);
    }, service.apiBase);
    const lines = [
      "commands apply",
      "commands list",
      "commands restore",
      "entry-point set",
      "entry-point show",
      "login",
      "permissions edit",
      "permissions explain",
      "permissions get",
      "permissions list",
      "whoami",
    ];
    const names = showing.map(
      (line) => /^(?:(?:commands|entry-point|permissions) )?\S+/.exec(line)?.[0] ?? line,
    );
    expect(names.toSorted()).toEqual(lines);
  });
});

/** For each group that speaks to the service: a line, how it ends, and some of its object. */
type Failing = readonly [line: string, status: number, printed: string];

/** The lists go at once, the lines of one in turn: the keychain serves one at a time. */
const unknownSecret: readonly (readonly Failing[])[] = [
  [
    ["whoami", 1, "session_ended"],
    ["doctor", 3, "bot_token_refused"],
  ],
  [["commands list", 1, "401"]],
  [["permissions list", 1, "401"]],
  [["entry-point show", 1, "401"]],
];

const serviceDown: readonly (readonly Failing[])[] = [
  [
    ["whoami", 1, "503"],
    ["doctor", 3, "503"],
    ["logout", 1, "not_revoked"],
  ],
  [["commands list", 1, "503"]],
  [["permissions list", 1, "503"]],
  [["entry-point show", 1, "503"]],
];

describe("what speaks to the service says what is wrong", needs("Linux", "whole programs"), () => {
  it("where a secret is not known there, which nobody is shown", async () => {
    await using home = await createSignedIn();
    emulator.player("Ada", { application: home.application }).deauthorize();
    const secret = "a-secret-of-nobody";
    const env = { ...home.env, SLASHPASS_BOT_TOKEN: secret, SLASHPASS_ACCESS_TOKEN: secret };
    const setting = { cwd: home.cwd, env };
    const printed = await Promise.all(unknownSecret.map((lines) => failing(lines, setting)));
    expect(printed.join("")).not.toContain(secret);
  });

  it("where it is down", async () => {
    await using home = await createSignedIn();
    const end = emulator.faults.add({ path: /./, answer: { status: 503, body: {} } });
    try {
      await Promise.all(serviceDown.map((lines) => failing(lines, home)));
      const { status, stdout } = await runOnTerminal(["login", "--device"], home);
      expect([status, stdout]).toEqual([1, expect.stringContaining("503")]);
    } finally {
      end();
    }
  });

  it("where the player says no, in the browser and on another device", async () => {
    await using home = await createHome();
    const login = runExecutable(["login", "--json"], home);
    await home.answer("deny");
    const { status, stdout } = await login;
    expect([status, readObject(stdout).error]).toMatchObject([1, { code: "access_denied" }]);
    const onOther = await runOnTerminal(["login", "--device"], { ...home, respond: onDevice("deny") });
    expect(onOther).toMatchObject({ status: 1, stdout: expect.stringContaining("The player declined.") });
    expect((await runExecutable(["whoami"], home)).status).toBe(1);
  });
});

/** Of what reads or writes commands, in turn, with the largest set there is: how many lines it may print at most. */
const hugeSetLines: readonly (readonly [line: string, lines: number])[] = [
  ["commands validate --file huge.json", 1],
  ["commands plan --file huge.json", 2_910],
  ["commands apply --file huge.json --yes", 3_030],
  ["commands list", 101],
  ["commands pull --file pulled.json", 2],
  ["commands snapshot huge-kept.json", 2],
  ["commands apply --file less.json --yes", 110],
  ["commands restore huge-kept.json --yes", 400],
  ["commands rollout --guilds guilds.txt --file huge.json --yes", 1],
  ["permissions list", 2],
  ["permissions get command-7", 2],
  ["permissions explain command-7", 10],
];

describe("a huge set", needs("Linux", "whole programs"), () => {
  it("is a few lines for each command, at most 80 columns wide in a pipe", { timeout: 120_000 }, async () => {
    await using home = await createHome();
    writeFileSync(join(home.cwd, "huge.json"), JSON.stringify(hugeSet));
    writeFileSync(join(home.cwd, "less.json"), JSON.stringify(hugeSet.slice(10)));
    for (const [line, most] of hugeSetLines) {
      const { status, stdout, stderr } = await runExecutable(line.split(" "), home);
      expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: expect.any(String) });
      const lines = stdout.trimEnd().split("\n");
      expect({ line, lines: lines.length <= most || lines.length }).toEqual({ line, lines: true });
      expect({ line, wide: lines.filter(({ length }) => length > 80) }).toEqual({ line, wide: [] });
    }
  });

  it("is shown by the pager on a terminal, whole and at once where that is cat", async () => {
    await using home = await createHome();
    writeFileSync(join(home.cwd, "huge.json"), JSON.stringify(hugeSet));
    const words = ["commands", "plan", "--file", "huge.json"];
    const shown = (PAGER: string) => runOnTerminal(words, { ...home, env: { ...home.env, PAGER } });
    expect((await shown("wc -l")).stdout).toMatch(/29\d\d\s*$/);
    expect((await shown("cat")).stdout).toContain("+ /command-99 (slash command)");
  });
});

/** What a terminal would obey in a text, but for line breaks and the colours of the program itself. */
function steeringIn(text: string): string[] {
  // oxlint-disable-next-line no-control-regex -- escape is what colours begin with
  const left = text.replaceAll(/\u001B\[(?:1|2|22|3[1236]|39)m|\n/g, "");
  return left.match(/[\p{Cc}\u2028\u2029\u202A-\u202E].{0,20}/gu) ?? [];
}

type Home = Awaited<ReturnType<typeof createHome>>;

async function createSignedIn(): Promise<Home> {
  const home = await createHome();
  const login = runExecutable(["login", "--json"], home);
  await home.answer();
  expect((await login).status).toBe(0);
  return home;
}

/** Types the lines in turn; gives all that was printed. */
async function failing(lines: readonly Failing[], setting: RunOptions): Promise<string> {
  let all = "";
  for (const [line, status, printed] of lines) {
    const run = await runExecutable([...line.split(" "), "--json"], setting);
    expect({ line, ...run }).toMatchObject({ line, status, stdout: expect.stringContaining(printed) });
    const { ok, error } = readObject(run.stdout);
    expect({ line, hint: ok || error?.hint }).toEqual({ line, hint: ok || expect.any(String) });
    all += run.stdout + run.stderr;
  }
  return all;
}

/** The groups at once, each in a home of its own; the rows of one in turn. */
async function inAllGroups(
  type: (row: Row, home: Home, setting: RunOptions) => Promise<void>,
  apiBase?: string,
) {
  await Promise.all(
    Object.values(groups).map(async (rows) => {
      await using home = await createHome(apiBase);
      for (const row of rows) {
        const cwd = row.elsewhere ? home.empty : home.cwd;
        await type(row, home, { cwd, env: home.env, limitMs: 100_000 });
      }
    }),
  );
}

/** What stood on the lines; a spinner goes back to the first column by an escape sequence. */
function linesOn(shown: string): string[] {
  // oxlint-disable-next-line no-control-regex -- as above
  return stripVTControlCharacters(shown.replaceAll(/\u001B\[\d*[GK]/g, "\r")).split(/[\r\n]+/);
}
