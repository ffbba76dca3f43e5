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

function row(
  line: string,
  result: object,
  shows: string,
  more: Omit<Row, "line" | "result" | "shows"> = {},
): Row {
  return { line, result, shows, ...more };
}

const alone = { alone: true } as const;
const exampleApplication = { applicationId: "1000000000000001" };
const translated = "--config translated.config.json";

/** Rows by group. Within a group, each row depends on the previous ones. */
export const groups: Readonly<Record<string, readonly Row[]>> = {
  init: [
    row(
      "init --yes --application 1400000000000000001",
      { environments: ["development"] },
      "Wrote slashpass.config.mjs",
      { elsewhere: true, alone: true },
    ),
  ],
  session: [
    row("login", { isNew: true, player: { name: "Ada" } }, "Signed in as Ada.", {
      example: "login --device",
      acts: ({ emulator }) => onDevice(emulator, "accept"),
    }),
    row("whoami", { player: { name: "Ada" } }, "Ada ("),
    row("token", { scopes: ["identify"] }, "", { example: "token --exec -- true" }),
    row("logout", { signedOut: true }, "Signed out."),
  ],
  credential: [
    row("credential list", { credentials: [{ source: "variable" }] }, "bot token", alone),
    row("credential set", {}, "Stored the credential", {
      asks: "no_terminal",
      alone: true,
      // The client secret fits on one line.
      acts: ({ application }) => ({ typed: ["\u001B[B\r", `${application.clientSecret}\r`] }),
    }),
    row("credential forget", { forgotten: false }, "Deleted the credential", alone),
  ],
  commands: [
    row("commands validate", { commands: 2 }, "2 commands", alone),
    row("commands plan --exit-code", { differs: true }, "+ /ping", { status: 3 }),
    row("commands apply --yes", { plan: { creates: [{}, {}] } }, "Applied: 1 request.", {
      example: "commands apply --watch --yes",
      acts: () => interruptAt("Applied: 1 request."),
    }),
    row("commands list", { commands: [{ name: "ping" }, { name: "score" }] }, "score"),
    row("commands pull --file pulled.json", { commands: 2 }, "pulled.json"),
    row("commands snapshot kept.json", { commands: 2 }, "Saved 2 commands"),
    row("commands apply --file one.json --yes", { plan: { deletes: [{}] } }, "Applied: 1 request."),
    row("commands restore kept.json --yes", { plan: { creates: [{}] } }, "Restored: 1 request."),
    row("commands rollout --guilds guilds.txt --yes", { done: 1, failed: [] }, "1 guild done."),
  ],
  languages: [
    row(
      `commands languages extract de ${translated}`,
      { texts: 6, languages: [{ locale: "de", missing: 6 }] },
      "de: 6 texts, 6 missing",
      alone,
    ),
    row(
      `commands languages merge de.po ${translated}`,
      { files: [{ changed: ["slash/ping.name"] }] },
      "fr.po: 1 translation imported",
      { alone: true, example: `commands languages merge fr.po ${translated}` },
    ),
    row(
      `commands languages check ${translated}`,
      { languages: [{ locale: "de", translated: 1 }] },
      "TRANSLATED",
      { alone: true, status: 3 },
    ),
  ],
  app: [
    row(
      "app plan --exit-code",
      { differs: true, requests: ["settings"] },
      '+ description: "A game in a guild"',
      { status: 3 },
    ),
    row("app apply --yes", { left: [] }, "Applied: 1 request."),
    row(
      "app pull --file application.json --force",
      { application: { description: "A game in a guild" } },
      "Wrote the application's settings",
    ),
  ],
  permissions: [
    row(
      `permissions edit ping --deny everyone --allow ${moderators} --yes`,
      { permissions: [{}, {}] },
      "+ everyone may not use ping",
    ),
    row("permissions list", { permissions: [{}] }, "ping"),
    row("permissions get ping", { permissions: [{}, {}] }, "everyone"),
    row("permissions explain ping", { guild: "Test" }, "Moderators"),
    row(
      "permissions plan --config ruled.json --exit-code",
      { differs: true, guilds: [{ guildName: "Test" }] },
      "role Moderators lose score",
      { status: 3 },
    ),
    row(
      "permissions apply --config ruled.json --yes",
      { done: 1, writes: 1, failed: [] },
      "Applied: 1 request.",
    ),
  ],
  "entry-point": [
    row("entry-point set --name play --yes", { entryPoint: { name: "play" } }, "play"),
    row("entry-point show", { entryPoint: { name: "play" } }, "play"),
    row("entry-point remove --yes", { removed: expect.stringMatching(/^\d+$/) }, "Deleted play."),
  ],
  scheme: [
    row("scheme register --title Example", { isOurs: true }, "registered for this application", alone),
    row("scheme status", { isOurs: true, isStale: false }, "registered for this application", alone),
    row("scheme unregister", { removed: true }, "no longer registered", alone),
  ],
  "launch-command": [
    row("launch-command register --steam 480", { works: true }, "is started with: xdg-open steam", alone),
    row("launch-command status", { works: true }, "steam://rungameid/480", alone),
    row("launch-command unregister", { removed: true }, "was removed.", alone),
  ],
  machine: [
    row(
      "doctor",
      { checks: expect.arrayContaining([expect.objectContaining({ check: "keychain", verdict: "ok" })]) },
      "checks:",
    ),
    row(
      "dev -- true",
      exampleApplication,
      "Serving handler.mjs, with the commands from commands.json",
      alone,
    ),
    row("dev --restore", { restored: false }, "There are no saved settings", alone),
    row("emulator -- true", exampleApplication, "until 'true' exits.", alone),
    // test/unit/cli/emulator/as-service tests the error on systems without namespaces.
    ...(systemParts["unprivileged namespaces"].isHere()
      ? [
          row("emulator --as-service -- true", exampleApplication, "The emulator runs on this machine", {
            alone: true,
            isProcess: true,
          }),
        ]
      : []),
    row("emulator export --force", { file: expect.stringContaining("world.json") }, "Wrote", alone),
    row("emulator trigger time.advance time=1ms", { told: {} }, "time.advance: done.", alone),
    row("verify --make-key test.key", { checks: [] }, "Use this public key in the endpoint.", alone),
    row("completion bash", { shell: "bash" }, "_slashpass", { alone: true, isScript: true }),
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

/** Runs the groups in parallel, each in its own home, and each group's rows in sequence. */
export async function inAllGroups<H>(
  create: () => Promise<H>,
  type: (row: Row, home: H) => Promise<void>,
  only: (row: Row) => boolean = () => true,
): Promise<void> {
  await Promise.all(
    Object.values(groups).map(async (rows) => {
      const home = await create();
      for (const each of rows.filter(only)) await type(each, home);
    }),
  );
}

/** Returns a row's arguments, with the options inserted before another program's arguments. */
export function argumentsOf(line: string, ...options: readonly string[]): string[] {
  const [own = "", program] = line.split(" -- ");
  return [...own.split(" "), ...options, ...(program === undefined ? [] : ["--", ...program.split(" ")])];
}
