import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { EndedBy } from "../../../src/cli/frame/failure.ts";
import type { Emulator } from "../../../src/emulator/index.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { startSecrets } from "../secrets-bus.ts";
import { systemParts } from "../system-parts.ts";
import { sharedFolder, temporaryFolder } from "../temporary-folder.ts";
import { ping, score } from "./game-folder.ts";
import { createGuardedGame } from "./guarded-game.ts";
import { createLauncher } from "./launcher.ts";
import { oneLine } from "./one-line.ts";
import { plainHandler } from "./plain-handler.ts";
import { type ProgramRun, type ProgramSetting, runInProcess } from "./run-in-process.ts";

/** A command line and its expected result, which is the same in a pipe and on a terminal. The program prints nothing else. */
export interface Row {
  readonly line: string;
  readonly status?: number;
  /** The expected fields in the result object. */
  readonly result: object;
  /** The command line to use on a terminal, if different. */
  readonly example?: string;
  readonly shows: string;
  /** What the player does on a terminal. */
  readonly acts?: (home: Home) => ProgramSetting;
  /** Prompts on a terminal; in a pipe, fails with this code. */
  readonly asks?: string;
  /** Sends no request to the service, or only to the emulator itself. */
  readonly alone?: true;
  /** Output meant for a shell, whose lines are never wrapped. */
  readonly isScript?: true;
  /** Runs in a directory without a config. */
  readonly elsewhere?: true;
  /** Prints from another process, so only a run of the built program shows the output. */
  readonly isProcess?: true;
}

/** Completes a sign-in on another device as soon as its URL and code are printed. */
export function onDevice(emulator: Emulator, answer: "accept" | "deny"): ProgramSetting {
  let printed = "";
  let visited = false;
  return {
    onOutput(text) {
      printed += text;
      const printedLine = oneLine(stripVTControlCharacters(printed));
      const [, address, code] = /open (http\S+) .*the code (\S+) within/.exec(printedLine) ?? [];
      if (visited || address === undefined) return;
      visited = true;
      void emulator.player("Ada").browser({ answer })(`${address}?user_code=${code}`);
    },
  };
}

function interruptAt(args: string): ProgramSetting {
  const end = new AbortController();
  let printed = "";
  return {
    signal: end.signal,
    onOutput(text) {
      printed += text;
      if (printed.includes(args)) end.abort(new EndedBy("SIGINT"));
    },
  };
}

const moderators = "role:1400000000000000003";

/** test/unit/cli/emulator/as-service tests the error on systems without namespaces. */
const asService: readonly Row[] = systemParts["unprivileged namespaces"].isHere()
  ? [
      {
        line: "emulator --as-service -- true",
        alone: true,
        result: { applicationId: "1000000000000001" },
        shows: "The emulator runs on this machine",
        isProcess: true,
      },
    ]
  : [];

/** Rows by group. Within a group, each row depends on the previous ones. */
export const groups: Readonly<Record<string, readonly Row[]>> = {
  init: [
    {
      line: "init --yes --application 1400000000000000001",
      elsewhere: true,
      alone: true,
      result: { environments: ["development"] },
      shows: "Wrote slashpass.config.mjs",
    },
  ],
  session: [
    {
      line: "login",
      result: { isNew: true, player: { name: "Ada" } },
      example: "login --device",
      shows: "Signed in as Ada.",
      acts: ({ emulator }) => onDevice(emulator, "accept"),
    },
    { line: "whoami", result: { player: { name: "Ada" } }, shows: "Ada (" },
    {
      line: "token",
      result: { scopes: ["identify"] },
      example: "token --exec -- true",
      shows: "",
    },
    { line: "logout", result: { signedOut: true }, shows: "Signed out." },
  ],
  credential: [
    {
      line: "credential list",
      alone: true,
      result: { credentials: [{ source: "variable" }] },
      shows: "bot token",
    },
    {
      line: "credential set",
      asks: "no_terminal",
      alone: true,
      result: {},
      shows: "Stored the credential",
      // The client secret fits on one line.
      acts: ({ application }) => ({ typed: ["\u001B[B\r", `${application.clientSecret}\r`] }),
    },
    { line: "credential forget", alone: true, result: { forgotten: false }, shows: "Deleted the credential" },
  ],
  commands: [
    { line: "commands validate", alone: true, result: { commands: 2 }, shows: "2 commands" },
    { line: "commands plan --exit-code", status: 3, result: { differs: true }, shows: "+ /ping" },
    {
      line: "commands apply --yes",
      result: { plan: { creates: [{}, {}] } },
      example: "commands apply --watch --yes",
      shows: "Applied: 1 request.",
      acts: () => interruptAt("Applied: 1 request."),
    },
    { line: "commands list", result: { commands: [{ name: "ping" }, { name: "score" }] }, shows: "score" },
    { line: "commands pull --file pulled.json", result: { commands: 2 }, shows: "pulled.json" },
    { line: "commands snapshot kept.json", result: { commands: 2 }, shows: "Saved 2 commands" },
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
  languages: [
    {
      line: "commands languages extract de --config translated.config.json",
      alone: true,
      result: { texts: 6, languages: [{ locale: "de", missing: 6 }] },
      shows: "de: 6 texts, 6 missing",
    },
    {
      line: "commands languages merge de.po --config translated.config.json",
      alone: true,
      result: { files: [{ changed: ["slash/ping.name"] }] },
      example: "commands languages merge fr.po --config translated.config.json",
      shows: "fr.po: 1 translation imported",
    },
    {
      line: "commands languages check --config translated.config.json",
      alone: true,
      status: 3,
      result: { languages: [{ locale: "de", translated: 1 }] },
      shows: "TRANSLATED",
    },
  ],
  app: [
    {
      line: "app plan --exit-code",
      status: 3,
      result: { differs: true, requests: ["settings"] },
      shows: '+ description: "A game in a guild"',
    },
    { line: "app apply --yes", result: { left: [] }, shows: "Applied: 1 request." },
    {
      line: "app pull --file application.json --force",
      result: { application: { description: "A game in a guild" } },
      shows: "Wrote the application's settings",
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
    {
      line: "permissions plan --config ruled.json --exit-code",
      status: 3,
      result: { differs: true, guilds: [{ guildName: "Test" }] },
      shows: "role Moderators lose score",
    },
    {
      line: "permissions apply --config ruled.json --yes",
      result: { done: 1, writes: 1, failed: [] },
      shows: "Applied: 1 request.",
    },
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
      alone: true,
      result: { isOurs: true },
      shows: "registered for this application",
    },
    {
      line: "scheme status",
      alone: true,
      result: { isOurs: true, isStale: false },
      shows: "registered for this application",
    },
    { line: "scheme unregister", alone: true, result: { removed: true }, shows: "no longer registered" },
  ],
  "launch-command": [
    {
      line: "launch-command register --steam 480",
      alone: true,
      result: { works: true },
      shows: "is started with: xdg-open steam",
    },
    { line: "launch-command status", alone: true, result: { works: true }, shows: "steam://rungameid/480" },
    { line: "launch-command unregister", alone: true, result: { removed: true }, shows: "was removed." },
  ],
  machine: [
    {
      line: "doctor",
      result: {
        checks: expect.arrayContaining([expect.objectContaining({ check: "keychain", verdict: "ok" })]),
      },
      shows: "checks:",
    },
    {
      line: "dev -- true",
      alone: true,
      result: { applicationId: "1000000000000001" },
      shows: "Serving handler.mjs, with the commands from commands.json",
    },
    { line: "dev --restore", alone: true, result: { restored: false }, shows: "There are no saved settings" },
    {
      line: "emulator -- true",
      alone: true,
      result: { applicationId: "1000000000000001" },
      shows: "until 'true' exits.",
    },
    ...asService,
    {
      line: "emulator export --force",
      alone: true,
      result: { file: expect.stringContaining("world.json") },
      shows: "Wrote",
    },
    {
      line: "emulator trigger time.advance time=1ms",
      alone: true,
      result: { told: {} },
      shows: "time.advance: done.",
    },
    {
      line: "verify --make-key test.key",
      alone: true,
      result: { checks: [] },
      shows: "Use this public key in the endpoint.",
    },
    { line: "completion bash", alone: true, result: { shell: "bash" }, shows: "_slashpass", isScript: true },
  ],
};

function translatedPing(locale: string): string {
  return `msgid ""\nmsgstr "Language: ${locale}\\n"\n\nmsgctxt "slash/ping.name"\nmsgid "ping"\nmsgstr "klopf"\n`;
}

/** Sets up a home directory and a keychain for the file's tests, shared by this process and the programs. */
export function useMachine(): void {
  const home = sharedFolder();
  let keychain: Awaited<ReturnType<typeof startSecrets>> | undefined;
  beforeAll(async () => {
    keychain = await startSecrets();
    const names = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"];
    for (const name of names) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries(variablesOf(home))) vi.stubEnv(name, value);
  });
  afterAll(() => keychain?.[Symbol.asyncDispose]());
}

const variablesOf = (home: string) => ({
  HOME: home,
  XDG_RUNTIME_DIR: home,
  XDG_CURRENT_DESKTOP: "X-Generic",
});

/** Creates a game with its own directory, in which the program runs, and its own token store and browser. */
export async function createHome(emulator: Emulator, apiBase?: string) {
  const game = await createGuardedGame(emulator, { activities: true, apiBase });
  game.write("commands.json", [ping, score]);
  game.write("one.json", [ping]);
  game.write("guilds.txt", game.guild.id);
  game.write("ruled.json", { ...game.config, permissions: { score: [{ role: "@everyone", allow: false }] } });
  game.write("translated.config.json", {
    environments: { development: { applicationId: game.application.id, apiBase: emulator.apiBase } },
    commands: "commands.json",
    languages: "languages",
  });
  for (const locale of ["de", "fr"]) game.write(`${locale}.po`, translatedPing(locale));
  game.write("handler.mjs", plainHandler("It works."));
  const env = {
    PATH: process.env["PATH"],
    ...game.env,
    ...game.asPlayer.env,
    NO_COLOR: "1",
    SLASHPASS_WEB_BASE: emulator.webBase,
  };
  const own = { store: memoryTokenStore(), openBrowser: emulator.player("Ada").browser() };
  const setting = { cwd: game.cwd, env, own };
  return {
    emulator,
    application: game.application,
    empty: temporaryFolder(),
    setting,
    run: (args: readonly string[], more: ProgramSetting = {}): Promise<ProgramRun> =>
      runInProcess(args, { ...setting, ...more }),
  };
}

export type Home = Awaited<ReturnType<typeof createHome>>;

/** Like {@link createHome}, but for the built program, which gets its own home directory, keychain and browser. */
export async function createProcessHome(emulator: Emulator) {
  const { empty, setting, application } = await createHome(emulator);
  const home = temporaryFolder();
  const { launcher, opened } = await createLauncher(home);
  return {
    emulator,
    application,
    empty,
    cwd: setting.cwd,
    env: {
      ...setting.env,
      ...variablesOf(home),
      BROWSER: launcher,
      DBUS_SESSION_BUS_ADDRESS: process.env["DBUS_SESSION_BUS_ADDRESS"],
    },
    /** Answers as Ada in the browser that the program has opened. */
    answer: async (answer: "accept" | "deny" = "accept") =>
      emulator.player("Ada").browser({ answer })(await opened()),
  };
}

export type ProcessHome = Awaited<ReturnType<typeof createProcessHome>>;

/** Runs the groups in parallel, each in its own home, and each group's rows in sequence. */
export async function inAllGroups<H>(
  create: () => Promise<H>,
  type: (row: Row, home: H) => Promise<void>,
  only: (row: Row) => boolean = () => true,
): Promise<void> {
  await Promise.all(
    Object.values(groups).map(async (rows) => {
      const home = await create();
      for (const row of rows.filter(only)) await type(row, home);
    }),
  );
}

/** Returns a row's arguments, with the options inserted before another program's arguments. */
export function argumentsOf(line: string, ...options: readonly string[]): string[] {
  const [own = "", program] = line.split(" -- ");
  return [...own.split(" "), ...options, ...(program === undefined ? [] : ["--", ...program.split(" ")])];
}
