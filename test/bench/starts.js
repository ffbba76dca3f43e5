// Measures startup times, each in a new process. Needs `npm run build`.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { floorPath } from "./floor/floor.js";
import { inTurn } from "./frame/measure.js";
import { body, publicKey, signature, timestamp } from "./interactions-payload.js";
import { startKeyring } from "./keyring.js";

/** @typedef {import("./frame/bench.ts").Kind} Kind */
/** @typedef {{ what: string, kind: Kind, program: string }} Candidate - a measured use of a module */

const root = new URL("../..", import.meta.url).pathname;
const run = promisify(execFile);

/**
 * Each measurement starts a new process. Values are CPU time of all threads, or wall-clock time for the program and the
 * keychain. The emulator, the addon and a restored sign-in have no peer.
 *
 * @type {import("./frame/bench.ts").Bench}
 */
export const bench = {
  title: "Startup",
  async run(pace) {
    const rounds = pace.pick({ full: 21, quick: 1 });
    return [
      await table("start-import", "Importing", imports, rounds, importsFootnote),
      await table(
        "start-endpoint",
        "From import to an endpoint's first response",
        endpoints,
        rounds,
        endpointFootnote,
      ),
      await table(
        "start-emulator",
        "The emulator until its first response",
        emulators,
        rounds,
        emulatorFootnote,
      ),
      await table("start-addon", "Time to the addon's first line", addons, rounds, addonFootnote),
      await table("start-program", "The program until it exits", programs, rounds, programFootnote, "wall"),
      await keychain(rounds),
    ];
  },
};

/** @type {(name: string) => string} */
const importing = (name) => `await import(${JSON.stringify(name)});`;

/** @type {Candidate[]} */
const imports = [
  { what: "an empty module", kind: "floor", program: importing("data:text/javascript,") },
  { what: "slashpass", kind: "ours", program: importing("slashpass") },
  { what: "slashpass/commands", kind: "ours", program: importing("slashpass/commands") },
  { what: "slashpass/interactions", kind: "ours", program: importing("slashpass/interactions") },
  {
    what: "slashpass/interactions/production",
    kind: "ours",
    program: importing("slashpass/interactions/production"),
  },
  { what: "oauth4webapi", kind: "peer", program: importing("oauth4webapi") },
  { what: "openid-client", kind: "peer", program: importing("openid-client") },
  { what: "@azure/msal-node", kind: "peer", program: importing("@azure/msal-node") },
  { what: "@discordjs/rest", kind: "peer", program: importing("@discordjs/rest") },
  { what: "discord-interactions", kind: "peer", program: importing("discord-interactions") },
  { what: "discord-hono", kind: "peer", program: importing("discord-hono") },
];
const importsFootnote =
  "The goal of twice oauth4webapi is missed. Node takes 5 ms to import any file of a package, and 0.4 ms per " +
  "additional file. The rest is compiling the source, 197 kB in six files, with two minor garbage collections of 2 ms. " +
  "Features are loaded on first use. Minifying would save 1 to 3 ms but make the installed code unreadable; a " +
  "single file would save 2 to 4 ms but duplicate error classes. A deployed endpoint loads only 109 kB.";

const signed = `const headers = ${JSON.stringify({
  "x-signature-ed25519": signature.toString("hex"),
  "x-signature-timestamp": timestamp,
})};
const body = ${JSON.stringify(body.toString())};
const request = new Request("https://game.example/", { method: "POST", headers, body });`;

/** @type {(entry: string) => string} */
const firstAnswer = (entry) => `${signed}
const { createInteractionHandler, defineCommand } = await import("${entry}");
const greet = defineCommand({ name: "greet", description: "Greets", options: [{ type: 3, name: "text", description: "What to say", required: true }], handle: (used) => used.reply({ content: "hello" }) });
const answer = await createInteractionHandler({ publicKey: "${publicKey}", commands: [greet] })(request);
if (answer.status !== 200 || (await answer.text()) === "") throw new Error("wrong");`;

/** @type {Candidate[]} */
const endpoints = [
  {
    what: "a manual check",
    kind: "floor",
    program: `${signed}
const { createPublicKey, verify } = await import("node:crypto");
const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: Buffer.from("${publicKey}", "hex").toString("base64url") }, format: "jwk" });
const text = await request.text();
const good = verify(null, Buffer.from(headers["x-signature-timestamp"] + text), key, Buffer.from(headers["x-signature-ed25519"], "hex"));
const answer = Response.json({ type: 4, data: { content: JSON.parse(text).data.name } });
if (!good || (await answer.text()) === "") throw new Error("wrong");`,
  },
  { what: "slashpass", kind: "ours", program: firstAnswer("slashpass/interactions") },
  {
    what: "slashpass in production",
    kind: "ours",
    program: firstAnswer("slashpass/interactions/production"),
  },
  {
    what: "discord-interactions",
    kind: "peer",
    program: `${signed}
const { verifyKey } = await import("discord-interactions");
const text = await request.text();
const good = await verifyKey(text, headers["x-signature-ed25519"], headers["x-signature-timestamp"], "${publicKey}");
const answer = Response.json({ type: 4, data: { content: JSON.parse(text).data.name } });
if (!good || (await answer.text()) === "") throw new Error("wrong");`,
  },
  {
    what: "discord-hono",
    kind: "peer",
    program: `${signed}
const { DiscordHono } = await import("discord-hono");
const keys = { DISCORD_PUBLIC_KEY: "${publicKey}", DISCORD_APPLICATION_ID: "1", DISCORD_TOKEN: "token" };
const answer = await new DiscordHono().command("greet", (used) => used.res("hello")).fetch(request, keys);
if (answer.status !== 200 || (await answer.text()) === "") throw new Error("wrong");`,
  },
];
const endpointFootnote =
  "The goal is 1.3 times the manual check. `new Request`, for which Node loads its fetch, dominates each row. A deployed " +
  "endpoint takes 11 ms: Node takes 6 ms to find and read files, 3 ms to compile 109 kB and 1 ms to run the code. In " +
  "development, the rules also run when commands are defined, to report mistakes early. The first peer checks only the " +
  "signature; the second also finds the handler.";

const answering = `const answer = await fetch(address); await answer.text();`;
/** @type {Candidate[]} */
const emulators = [
  {
    what: "a node:http server",
    kind: "floor",
    program: `const { createServer } = await import("node:http");
const server = createServer((request, response) => response.end("{}"));
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = "http://127.0.0.1:" + server.address().port; ${answering}
setImmediate(() => process.exit());`,
  },
  {
    what: "slashpass/emulator",
    kind: "ours",
    program: `const { startEmulator } = await import("slashpass/emulator");
const emulator = await startEmulator();
const address = emulator.apiBase + "/gateway"; ${answering}
setImmediate(() => process.exit());`,
  },
  {
    what: "slashpass/emulator and its authorization server",
    kind: "ours",
    program: `const { startEmulator } = await import("slashpass/emulator");
const emulator = await startEmulator();
const address = emulator.apiBase + "/oauth2/keys"; ${answering}
setImmediate(() => process.exit());`,
  },
];
const emulatorFootnote =
  "The authorization server is loaded by the first request that needs it, with a constant first key, because " +
  "generating a key takes 60 to 360 ms. The page, the Activity proxy and the desktop client (230 kB) are lazy too. The " +
  "rest is the emulator's source code, 0.6 MB in eight files.";

/** @type {Candidate[]} */
const addons = [
  {
    what: "an addon that returns strings",
    kind: "floor",
    program: `(await import("node:module")).createRequire("${root}")("${floorPath}").same("a line");`,
  },
  {
    what: "slashpass, without the import",
    kind: "ours",
    program: `const { createRedactor } = await import("slashpass"); begin();
createRedactor({ secrets: ["a secret of the game"] }).redact("a line");`,
  },
];
const addonFootnote =
  "Loading the file takes 0.5 ms. Most of the rest is finding it: detecting musl or glibc (1 ms) and the nearest " +
  "`package.json`. The floor is the first code that the process loads.";

/** @type {(...words: readonly string[]) => string} */
const running = (...args) => `const { spawnSync } = await import("node:child_process"); begin();
if (spawnSync(process.execPath, ${JSON.stringify(args)}).status !== 0) throw new Error("wrong");`;

/** @type {Candidate[]} */
const programs = [
  { what: "node -e 0", kind: "floor", program: running("-e", "0") },
  { what: "slashpass --help", kind: "ours", program: running("dist/cli/main.js", "--help") },
];
const programFootnote =
  "The goal is 1.3 times the floor. Node's own modules take a third of the rest, compiling 107 kB a quarter, and " +
  "creating the 35 commands of the help a quarter. V8's compile cache would save 2 to 4 ms, but its directory is " +
  "writable for other users.";

/** Stores a sign-in and, for the floor, a plain item in the keychain. */
const keep = `import { Client } from "slashpass";
import { startEmulator } from "slashpass/emulator";
import { Entry } from "@napi-rs/keyring";
const emulator = await startEmulator();
const { application, apiBase, webBase } = emulator;
const client = new Client({ applicationId: application.id, apiBase, webBase, openBrowser: emulator.player().browser() });
await client.signIn({ scopes: "identify" });
await client.close();
await emulator.close();
new Entry("bench", "floor").setPassword("a record");
process.stdout.write(JSON.stringify({ applicationId: application.id, apiBase, webBase }));`;

/** @param {string} name @param {string} title @param {Candidate[]} candidates @param {number} rounds @param {string} footnote @param {"cpu" | "wall"} [clock] @returns {Promise<import("./frame/bench.ts").Table>} */
async function table(name, title, candidates, rounds, footnote, clock = "cpu") {
  const rows = await inTurn(candidates, { rounds }, ({ program }) => measured(program, clock));
  return { name, title, unit: "ms", rows, footnote };
}

/** @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function keychain(rounds) {
  const keyring = await startKeyring();
  const options = await outputOf(keep, keyring.env);
  const client = `const { Client } = await import("slashpass");
const client = new Client(${options});`;
  /** @type {Candidate[]} */
  const candidates = [
    {
      what: "@napi-rs/keyring, one item",
      kind: "floor",
      program: `const { Entry } = await import("@napi-rs/keyring"); begin();
if (new Entry("bench", "floor").getPassword() !== "a record") throw new Error("wrong");`,
    },
    {
      what: "slashpass: client.restoreSession()",
      kind: "ours",
      program: `${client} begin();
if (!(await client.restoreSession())) throw new Error("wrong");`,
    },
  ];
  const rows = await inTurn(candidates, { rounds }, ({ program }) => measured(program, "wall", keyring.env));
  await keyring.end();
  return {
    name: "start-keychain",
    title: "Restoring a session from the keychain",
    unit: "ms",
    rows,
    footnote:
      "Both query gnome-keyring over D-Bus. slashpass needs three round trips, because it encrypts the secret on the " +
      "bus. The rest is loaded once per process: `node:crypto` and `node:net` 5 ms, source code 4 ms, the addon 1 ms, " +
      "the key agreement 2 ms. Code for new sign-ins and requests is not loaded.",
  };
}

/**
 * Returns how many milliseconds a program takes in a new process, from its start or from `begin()`.
 *
 * @param {string} program
 * @param {"cpu" | "wall"} clock
 * @param {NodeJS.ProcessEnv} [env]
 */
async function measured(program, clock, env) {
  const read = clock === "cpu" ? "process.cpuUsage()" : "{ user: performance.now() * 1000, system: 0 }";
  const text = await outputOf(
    `const read = () => (${read});
let start = read();
const begin = () => (start = read());
${program}
const end = read();
process.stdout.write(String((end.user + end.system - start.user - start.system) / 1000));`,
    env,
  );
  return Number(text);
}

/** @param {string} program @param {NodeJS.ProcessEnv} [env] */
async function outputOf(program, env = process.env) {
  const args = ["--input-type=module", "--eval", program];
  return (await run(process.execPath, args, { cwd: root, env })).stdout;
}
