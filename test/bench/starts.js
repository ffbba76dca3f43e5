// What people wait for when something starts: each time in a new process. Needs `npm run build`.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { floorPath } from "./floor/floor.js";
import { inTurn } from "./frame/measure.js";
import { body, publicKey, signature, timestamp } from "./interactions-payload.js";
import { startKeyring } from "./keyring.js";

/** @typedef {import("./frame/bench.ts").Kind} Kind */
/** @typedef {{ what: string, kind: Kind, program: string }} Candidate - what a module does, measured */

const root = new URL("../..", import.meta.url).pathname;
const run = promisify(execFile);

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Starts",
  about:
    "Each in a process of its own that has nothing loaded: processor time of all its threads, but for the program and the keychain, " +
    "which are waited for. The emulator, the addon and a restored sign-in have no peer.",
  async run(pace) {
    const rounds = pace.pick({ full: 21, quick: 3 });
    return [
      await table("start-import", "Importing", imports, rounds, leftOfImports),
      await table(
        "start-endpoint",
        "From import to the first answer of an endpoint",
        endpoints,
        rounds,
        leftOfEndpoint,
      ),
      await table("start-emulator", "An emulator, until it answers", emulators, rounds, leftOfEmulator),
      await table("start-addon", "The addon, until its first line", addons, rounds, leftOfAddon),
      await table("start-program", "The program, until it ends", programs, rounds, leftOfProgram, "wall"),
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
const leftOfImports =
  "Twice oauth4webapi was aimed at. An import of a file with nothing in it takes 5 ms more than an empty one: Node finds the " +
  "package, reads its `package.json` and starts its loader of files; each further file takes 0.4 ms. The rest of `slashpass` is its " +
  "source, 197 kB in six files, for which V8 also empties its young memory twice, 2 ms each time, and once for the others. What " +
  "signs in, keeps, diagnoses, checks commands and messages, sends requests and knows the service's errors, and Node's own " +
  "cryptography, sockets and processes are loaded by the operation that needs them first. What is left is read at the call: `Client` " +
  "and its options, errors and readers of input, signing in's own, logs and the addon's finder, and the clients of the " +
  "API, which take their arguments before they wait, since callers may change them. Minified, with the parts of a request in the " +
  "file that all read, it takes 1 to 3 ms less (commands and interactions then within the aim, 110 to 123 kB), but nobody could read " +
  "what is installed, and an error that nobody catches would show a line of 50 kB; without its whitespace alone it takes as long. " +
  "`node:fs` and `node:stream` without the lists that Node makes for an import: 1 ms less. All in one file, without what only other " +
  "entries use, 2 to 4 less, but then an error of one entry would be none for another. `slashpass/commands` exports the rules as " +
  "functions that answer at once, and a handler is checked where it is defined, so that these two, with 195 and 214 kB, cannot load them later; a deployed endpoint needs none, and reads 109 kB.";

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
    what: "the check by hand",
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
    what: "slashpass, for production",
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
const leftOfEndpoint =
  "1.3 times the check by hand were aimed at, and `new Request`, for which Node loads its fetch, is most of each row. Beside it, two " +
  "thirds of what ours takes are the import: of the 11 ms of a deployed endpoint Node takes 4.5 for any file of a package and 1.5 for " +
  "two more, compiling 109 kB takes 3, running them 1, and emptying V8's young memory another. Of the others Web Crypto takes half, to " +
  "be set up, to take the key and to check by it; then come, but for production, the rules, which run for the first time where the " +
  "command is defined, so that a wrong one is told before anybody uses it; the rest reads the body and answers. The first peer looks " +
  "at the signature and at nothing else, the second finds the handler too.";

const answering = `const answer = await fetch(address); await answer.text();`;
/** @type {Candidate[]} */
const emulators = [
  {
    what: "a server of node:http that answers",
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
    what: "slashpass/emulator, and its authorization server",
    kind: "ours",
    program: `const { startEmulator } = await import("slashpass/emulator");
const emulator = await startEmulator();
const address = emulator.apiBase + "/oauth2/keys"; ${answering}
setImmediate(() => process.exit());`,
  },
];
const leftOfEmulator =
  "The authorization server is read by the first request that needs it, without the tables of media types that it comes with, and its " +
  "first key is a constant, since making one takes 60 to 360 ms. Read late are also the page with its script, the proxy of " +
  "Activities, the desktop client, and what sends requests: 230 kB. What is left above the floor is the source of the world, the API, the " +
  "gateway and the rules, 0.6 MB in eight files: whatever is asked of an emulator changes its world, most of it by calls that answer at " +
  "once, and the first answer of the API goes through the table of all.";

/** @type {Candidate[]} */
const addons = [
  {
    what: "an addon that gives strings back",
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
const leftOfAddon =
  "Loading the file takes half a millisecond; most of the rest finds it: what is loaded into the process says whether it is " +
  "musl or glibc (1 ms; the report of the process would take 6). Whether this code stands in its own package is told by the " +
  "nearest `package.json`, since Node's search takes 2 ms. The floor has loaded no code of its own before, such as Node's own " +
  "for files. The tables are made before the first line.";

/** @type {(...words: readonly string[]) => string} */
const running = (...words) => `const { spawnSync } = await import("node:child_process"); begin();
if (spawnSync(process.execPath, ${JSON.stringify(words)}).status !== 0) throw new Error("wrong");`;

/** @type {Candidate[]} */
const programs = [
  { what: "node -e 0", kind: "floor", program: running("-e", "0") },
  { what: "slashpass --help", kind: "ours", program: running("dist/cli/main.js", "--help") },
];
const leftOfProgram =
  "1.3 times the floor were aimed at. A third of the rest are Node's own modules, two thirds of which the reader of arguments asks for, a " +
  "quarter is compiling 107 kB, and another making the 35 commands that the help lists. V8's compile cache would save 2 to 4 ms; the " +
  "folder that Node has for it lies where other users can write, and V8 believes what it finds there.";

/** Leaves a sign-in in the keychain, and an item for the floor. */
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

/** @param {string} name @param {string} title @param {Candidate[]} candidates @param {number} rounds @param {string} left @param {"cpu" | "wall"} [clock] @returns {Promise<import("./frame/bench.ts").Table>} */
async function table(name, title, candidates, rounds, left, clock = "cpu") {
  const rows = await inTurn(candidates, { rounds }, ({ program }) => measured(program, clock));
  return { name, title, unit: "ms", rows, left };
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
    title: "A sign-in that is restored from the keychain",
    unit: "ms",
    rows,
    left:
      "Both ask gnome-keyring over the bus: ours in JavaScript, and it waits for three answers, one of the bus and two of the keyring: " +
      "who we are goes out with Hello, the search with our half of a key, and what both know is worked out while the keyring looks for the " +
      "secret. The secret can be asked for neither before its item is found nor without a session, since no token is to stand on the " +
      "bus as it is. The rest is computed, most of it once for a process: `node:crypto` and `node:net` take 5 ms, 67 kB of source 4, the " +
      "addon, which is to mask the tokens, 1, agreeing on a key 2, V8's young memory 2, and what runs for the first time the others. 19 of 22 " +
      "ms are the processor's, so that asking the keyring before its answer is needed gains nothing on two cores. What makes a new " +
      "sign-in (OAuth, `node:http`, 10 ms), and what sends requests, is not loaded.",
  };
}

/**
 * Milliseconds that a program takes in a new process, from its beginning or where it says `begin()`.
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
  const words = ["--input-type=module", "--eval", program];
  return (await run(process.execPath, words, { cwd: root, env })).stdout;
}
