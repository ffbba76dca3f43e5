// What the plan of a studio's set takes in the program, and how many requests its apply sends. Needs `npm run build`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client, memoryTokenStore } from "slashpass";
import { startEmulator } from "slashpass/emulator";
import { inTurn, median } from "./frame/measure.js";

/**
 * What the set has: each kind is planned by `slashpass NAME plan` and applied by `slashpass NAME apply`. The config that they read is
 * that of {@link openStudio}.
 */
const kinds = ["commands", "permissions", "app"];

const roles = ["Owner", "Moderator", "Helper", "Crew", "Guest"];
const languages = ["bg", "cs", "da", "de", "es-ES", "fr", "it", "ja", "ko", "pl", "pt-BR", "tr"];
const names = Array.from({ length: 40 }, (_, index) => `command-${index}`);
const guildNames = Array.from({ length: 30 }, (_, index) => `Reef ${index}`);

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "A studio's set",
  about:
    "40 commands of 2 options in 12 languages, what 5 roles may with each of them in 30 guilds, and the application's settings: planned by " +
    "the program where all of it differs; processor time of its processes from start to end. The emulator has a process of its own. " +
    "The floor is one process that sends the same requests and reads the answers.",
  async run(pace) {
    const studio = await openStudio();
    try {
      return [await table(studio, pace)];
    } finally {
      await studio.close();
    }
  },
};

/** @param {Studio} studio @param {import("./frame/bench.ts").Pace} pace @returns {Promise<import("./frame/bench.ts").Table>} */
async function table(studio, pace) {
  const planned = await studio.sentBy(() => plan(studio));
  const rows = await inTurn(
    /** @type {const} */ ([
      { what: "the same requests", kind: "floor", act: () => fetchAll(studio) },
      { what: "slashpass", kind: "ours", act: () => plan(studio) },
    ]),
    { rounds: pace.pick({ full: 9, quick: 3 }) },
    ({ act }) => act(),
  );
  // The service allows 50 requests a second: 24 s for all guilds.
  const guildIds = studio.guildIds.slice(0, pace.pick({ full: guildNames.length, quick: 2 }));
  const applied = await studio.sentBy(() => apply(studio, guildIds));
  const again = await studio.sentBy(() => apply(studio, guildIds));
  await plan(studio, { guildIds, status: 0 });
  return {
    name: "studio-set",
    title: "The plan of 40 commands, of their permissions in 30 guilds, and of the settings",
    unit: "ms",
    rows,
    counts: [
      { what: "requests of the plan", value: planned.length, atMost: requestsOf(studio).length },
      {
        what: "writes of the apply: all commands, the settings, the linked roles, and each command in each guild",
        value: writesIn(applied),
        atMost: 3 + guildIds.length * names.length,
      },
      { what: "writes of a second apply", value: writesIn(again), atMost: 0 },
      {
        what: "ms of processor time for the plan",
        value: median(rows[1]?.values ?? []),
        atMost: 1000,
        ifQuiet: true,
      },
    ],
    left:
      "Three runs of the program plan the commands, the permissions and the settings; each starts Node, loads the library and reads the config. " +
      "Beside the requests, which keep to the service's limits, all answers are checked, 6,000 rules are resolved, and for each command " +
      "it is asked who could use it before and who can afterwards: everyone, and the holders of each role. Most of this code runs for the " +
      "first time. Of each guild are read the guild, its commands and their permissions. No other package plans permissions.",
  };
}

/** @typedef {Awaited<ReturnType<typeof openStudio>>} Studio */

/**
 * Milliseconds of all kinds together.
 *
 * @param {Studio} studio
 * @param {{ guildIds?: readonly string[], status?: number }} [expected] - `status` is 3 where something differs, else 0
 */
async function plan(studio, { guildIds, status = 3 } = {}) {
  let sum = 0;
  for (const kind of kinds)
    sum += await studio.run([kind, "plan", "--exit-code", ...guildOption(kind, guildIds)], status);
  return sum;
}

/** @param {Studio} studio @param {readonly string[]} guildIds */
async function apply(studio, guildIds) {
  for (const kind of kinds) await studio.run([kind, "apply", "--yes", ...guildOption(kind, guildIds)]);
}

/** The others are not of guilds. @param {string} kind @param {readonly string[]} [guildIds] */
function guildOption(kind, guildIds) {
  return kind === "permissions" && guildIds ? ["--guild", ...guildIds] : [];
}

/** @param {readonly import("../../src/emulator/index.ts").RequestRecord[]} sent */
function writesIn(sent) {
  return sent.filter(({ method }) => method !== "GET").length;
}

/** The requests that nothing can be planned without. @param {Studio} studio */
function requestsOf({ apiBase, application, guildIds }) {
  const own = `${apiBase}/applications/${application.id}`;
  const ofGuilds = guildIds.flatMap((id) => [
    `${apiBase}/guilds/${id}`,
    `${own}/guilds/${id}/commands?with_localizations=true`,
    `${own}/guilds/${id}/commands/permissions`,
  ]);
  // Read for their own plan, and for that of their permissions.
  const commands = `${own}/commands?with_localizations=true`;
  const settings = [`${apiBase}/applications/@me`, `${own}/role-connections/metadata`];
  return [commands, commands, `${apiBase}/users/@me/guilds`, ...ofGuilds, ...settings];
}

/** @param {Studio} studio @returns {Promise<number>} milliseconds */
function fetchAll(studio) {
  const { botToken } = studio.application;
  return milliseconds([
    "--input-type=module",
    "--eval",
    `const headers = { authorization: ${JSON.stringify(`Bot ${botToken}`)} };
const read = async (url) => (await fetch(url, { headers })).json();
await Promise.all(${JSON.stringify(requestsOf(studio))}.map(read));`,
  ]);
}

/** An emulator whose application has the set of yesterday, and the folder of its game. */
async function openStudio() {
  /** @type {import("../../src/emulator/index.ts").RequestRecord[]} */
  let sent = [];
  const emulator = await startEmulator({ onRequest: (record) => sent.push(record) });
  const { apiBase, webBase } = emulator;
  const owner = emulator.players[0].name;
  const guildIds = guildNames.map(
    (name) => emulator.addGuild({ name, owner, roles: roles.map((role) => ({ name: role })) }).id,
  );
  const application = emulator.addApplication({ commands: commandsOf("yesterday"), guilds: guildIds });
  const client = new Client({
    applicationId: application.id,
    apiBase,
    webBase,
    store: memoryTokenStore(),
    openBrowser: emulator.player().browser(),
  });
  const session = await client.signIn({ scopes: "identify applications.commands.permissions.update" });
  const cwd = mkdtempSync(join(tmpdir(), "slashpass-studio-"));
  const config = {
    environments: { production: { applicationId: application.id, apiBase, webBase } },
    commands: "commands.json",
    application: {
      description: "Matches for four.",
      tags: ["arena", "matches"],
      install_params: { scopes: ["applications.commands", "bot"], permissions: "2048" },
      role_connections_metadata: [
        { type: 2, key: "wins", name: "Wins", description: "Matches won at least" },
      ],
    },
    permissions: Object.fromEntries(
      names.map((name) => [name, roles.map((role) => ({ role, allow: true }))]),
    ),
  };
  writeFileSync(join(cwd, "slashpass.config.json"), JSON.stringify(config));
  writeFileSync(join(cwd, "commands.json"), JSON.stringify(commandsOf("today")));
  const env = {
    SLASHPASS_BOT_TOKEN: application.botToken,
    SLASHPASS_ACCESS_TOKEN: await session.accessToken(),
  };
  return {
    apiBase,
    application,
    guildIds,
    /** @param {readonly string[]} words @param {number} [status] @returns milliseconds */
    run: (words, status = 0) => milliseconds([program, ...words], { cwd, env, status }),
    /** What the service is sent meanwhile. @param {() => unknown} act */
    async sentBy(act) {
      sent = [];
      await act();
      return [...sent];
    },
    async close() {
      rmSync(cwd, { recursive: true });
      await client.close();
      await emulator.close();
    },
  };
}

/** @param {string} day */
function commandsOf(day) {
  return names.map((name) => ({
    ...localized(name, `Does the thing of ${day}`),
    options: ["first", "second"].map((option) => ({ type: 3, ...localized(option, `The ${option} of it`) })),
  }));
}

/** @param {string} name @param {string} description */
function localized(name, description) {
  /** @param {string} given */
  const translated = (given) =>
    Object.fromEntries(languages.map((locale) => [locale, `${given}-${locale.toLowerCase()}`]));
  return {
    name,
    description,
    name_localizations: translated(name),
    description_localizations: translated(description),
  };
}

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
/** Tells the processor time of all its threads as it ends. */
const telling = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs";
process.once("exit", () => { const { user, system } = process.cpuUsage(); writeSync(3, String((user + system) / 1000)); });`,
)}`;

/**
 * Milliseconds of processor time of a process.
 *
 * @param {readonly string[]} args - of Node
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, status?: number }} [how]
 */
async function milliseconds(args, { cwd, env, status = 0 } = {}) {
  const child = spawn(process.execPath, ["--import", telling, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const [, , stderr, told] = child.stdio;
  const [[code], words, time] = await Promise.all([
    once(child, "close"),
    text(/** @type {import("node:stream").Readable} */ (stderr)),
    text(/** @type {import("node:stream").Readable} */ (told)),
  ]);
  if (code !== status) throw new Error(`${args.join(" ")} ended with ${code}: ${words}`);
  return Number(time);
}
