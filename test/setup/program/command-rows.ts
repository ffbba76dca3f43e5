import { stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import type { Emulator } from "../../../src/emulator/index.ts";
import type { RunOptions } from "../child-process.ts";
import { startSecrets } from "../secrets-bus.ts";
import { systemParts } from "../system-parts.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { ping, score } from "./game-folder.ts";
import { createGuardedGame } from "./guarded-game.ts";
import { createLauncher } from "./launcher.ts";
import { oneLine } from "./one-line.ts";
import { plainHandler } from "./plain-handler.ts";
import { runExecutable } from "./run-executable.ts";

type Respond = NonNullable<RunOptions["respond"]>;

/** A command line and its expected result: the same in a pipe and on a terminal, which shows no other output. */
export interface Row {
  readonly line: string;
  readonly status?: number;
  /** Expected fields of the result object. */
  readonly result: object;
  /** The command line on a terminal, if different. */
  readonly seen?: string;
  readonly shows: string;
  readonly respond?: (home: Home) => Respond;
  /** Prompts on a terminal, and fails with this code in a pipe. */
  readonly asks?: string;
  /** Sends no request to the service, or only to the emulator itself. */
  readonly alone?: true;
  /** Output for a shell, whose lines are never wrapped. */
  readonly isScript?: true;
  /** Runs in a directory without a config. */
  readonly elsewhere?: true;
}

/** Completes a sign-in on another device as soon as its URL and code are printed. */
export function onDevice(emulator: Emulator, answer: "accept" | "deny"): Respond {
  let visited = false;
  return (printed) => {
    const shown = oneLine(stripVTControlCharacters(printed));
    const [, address, code] = /open (http\S+) .*the code (\S+) within/.exec(shown) ?? [];
    if (visited || address === undefined) return;
    visited = true;
    void emulator.player("Ada").browser({ answer })(`${address}?user_code=${code}`);
  };
}

const interruptAt = (words: string): Respond => {
  let done = false;
  return (printed, type) => {
    if (done || !printed.includes(words)) return;
    done = true;
    type("\u0003");
  };
};

/** Answers the prompts of `credential set` with the client secret, which fits on one line. */
function typeSecret({ application }: Home): Respond {
  const answers = [
    ["Which credential", "\u001B[B\r"],
    ["Client secret (", `${application.clientSecret}\r`],
  ] as const;
  let at = 0;
  return (printed, type) => {
    const [question, answer] = answers[at] ?? [];
    if (question === undefined || !printed.includes(question)) return;
    at += 1;
    type(answer);
  };
}

const moderators = "role:1400000000000000003";

/** test/unit/cli/emulator/as-service tests the error on systems without namespaces. */
const asService: readonly Row[] = systemParts["namespaces of one's own"].isHere()
  ? [
      {
        line: "emulator --as-service -- true",
        alone: true,
        result: { applicationId: "1000000000000001" },
        shows: "under its own",
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
      seen: "login --device",
      shows: "Signed in as Ada.",
      respond: ({ emulator }) => onDevice(emulator, "accept"),
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
      shows: "Kept the credential",
      respond: typeSecret,
    },
    { line: "credential forget", alone: true, result: { forgotten: false }, shows: "Deleted the credential" },
  ],
  commands: [
    { line: "commands validate", alone: true, result: { commands: 2 }, shows: "2 commands" },
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
      seen: "commands languages merge fr.po --config translated.config.json",
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
      shows: "Wrote the settings of the application",
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
    { line: "launch-command unregister", alone: true, result: { removed: true }, shows: "is removed." },
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
      shows: "Serving handler.mjs, with the commands of commands.json",
    },
    { line: "dev --restore", alone: true, result: { restored: false }, shows: "Nothing is left" },
    {
      line: "emulator -- true",
      alone: true,
      result: { applicationId: "1000000000000001" },
      shows: "until 'true' ends.",
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
      shows: "This is the public key, for the endpoint.",
    },
    { line: "completion bash", alone: true, result: { shell: "bash" }, shows: "_slashpass", isScript: true },
  ],
};

function translatedPing(locale: string): string {
  return `msgid ""\nmsgstr "Language: ${locale}\\n"\n\nmsgctxt "slash/ping.name"\nmsgid "ping"\nmsgstr "klopf"\n`;
}

/** A game in its own home directory, with a keychain and a player's browser. */
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
    emulator,
    application: game.application,
    cwd: game.cwd,
    empty: temporaryFolder(),
    env,
    /** Ada answers in the browser that the program opened. */
    answer: async (answer: "accept" | "deny" = "accept") =>
      emulator.player("Ada").browser({ answer })(await opened()),
    [Symbol.asyncDispose]: () => keychain[Symbol.asyncDispose](),
  };
}

export type Home = Awaited<ReturnType<typeof createHome>>;

/** Like {@link createHome}, with Ada signed in. */
export async function createSignedIn(emulator: Emulator, apiBase?: string): Promise<Home> {
  const home = await createHome(emulator, apiBase);
  const login = runExecutable(["login", "--json"], home);
  await home.answer();
  expect((await login).status).toBe(0);
  return home;
}

/** Runs the groups in parallel, each in its own home, and the rows of a group in sequence. */
export async function inAllGroups(
  emulator: Emulator,
  type: (row: Row, home: Home, setting: RunOptions) => Promise<void>,
  apiBase?: string,
) {
  await Promise.all(
    Object.values(groups).map(async (rows) => {
      await using home = await createHome(emulator, apiBase);
      for (const row of rows) {
        const cwd = row.elsewhere ? home.empty : home.cwd;
        await type(row, home, { cwd, env: home.env, limitMs: 100_000 });
      }
    }),
  );
}
