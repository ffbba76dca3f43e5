// Entries and chunks of the package. A game's start pays for each file (half a millisecond to find it) and for its bytes, so the
// chunks are cut by who reads them at start. Code shared by entries is in a chunk: `instanceof ClientError` holds whichever entry threw
// it. Names stay; docstrings, which the declarations have, and source maps are left out.
//
// | chunk           | contents                                                            | read                                          |
// | --------------- | ------------------------------------------------------------------- | --------------------------------------------- |
// | `machine`       | the checked reader of files, the environment of other programs      | at the start of `file-journal`; by the first use of a store or browser |
// | `core`          | checks, errors, options, the front of the request path              | at the start of every entry but `redis`       |
// | `requests`      | parts of a request that a deployed endpoint does not start with     | at the start of `index`, `commands`, `interactions` |
// | `commands`      | the commands client                                                 | at the start of `index` and `commands`        |
// | `shared`        | the rest that `index` shares with another entry                     | at the start of `index`                       |
// | `rules`         | rules of commands, permissions                                      | at the start of `commands`, `languages`, `interactions`; by the first registration of a game |
// | `planning`      | plans and rollouts                                                  | at the start of `commands`; by the first plan of a game |
// | `endpoint`      | interactions and events                                             | at the start of `interactions`, of its `production`, of `events`, `emulator` |
// | `message-rules` | rules of messages and forms                                         | at the start of `interactions`, `emulator`; by the first message of a game |
// | `facts`         | facts of the service that the emulator shares                       | at the start of `emulator`                    |
// | `server`        | players' tokens and Redis                                           | at the start of `server`, `redis`             |
// | `client`        | code that `index` shares with its lazy parts                        | at the start of `index`                       |
// | `emulator`      | code that the emulator shares with its lazy parts                   | at the start of `emulator`                    |
// | `sending`       | sending a request, the errors of the service                        | by the first request                          |
// | `tokens`        | tokens and their player, how they are masked                        | by the first session, exchange or request     |
// | `exchange`      | a server's code exchange                                            | by the first exchange                         |
// | `keychain`      | stores and the lock                                                 | by the first use of a store                   |
// | `late`          | code that several lazy parts share                                  | by the first of them                          |
// | others          | one for each `import()`, by its file's name                         | by the first call that needs it               |
//
// A chunk holds at most one `import()` of a part that imports the chunk back: of two, rolldown keeps both in a user's bundle although
// nothing calls them (test/package/one-constant.test.ts).
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";
import { esmExternalRequirePlugin } from "rolldown/plugins";
import { asciiOutput } from "./ascii-output.js";
import { fewMediaTypes } from "./few-media-types.js";
import { inlineNumbers } from "./inline-numbers.js";
import { programText } from "./program-text.js";
import { pureInitializers } from "./pure-initializers.js";
import { chunkFor } from "./reading-entries.js";
import manifest from "../../package.json" with { type: "json" };
import { carriedPackages } from "../carried-packages.js";
import { programSchemas } from "../program-schemas.js";

const { dependencies, peerDependencies } = manifest;
const entries = [
  "index",
  "commands/index",
  "interactions/index",
  "interactions/production",
  "commands/file-journal",
  "commands/languages",
  "cli/config/index",
  "events/index",
  "resources/index",
  "emulator/index",
  "server/redis/index",
  "server/index",
  "store/contract",
];
const fileOf = (/** @type {string} */ part) =>
  fileURLToPath(new URL(`../../src/${part}.ts`, import.meta.url));
const files = entries.map(fileOf);
const [index, commands] = [fileOf("index"), fileOf("commands/index")];
const [interactions, emulator] = [fileOf("interactions/index"), fileOf("emulator/index")];
const [production, resources] = [fileOf("interactions/production"), fileOf("resources/index")];
const program = fileOf("cli/main");
/** What is loaded late, and shares with other files what runs wherever it does. */
const [sending, serviceCalls] = [fileOf("core/request/sender"), fileOf("interactions/answer/service-calls")];
const exchange = fileOf("interactions/exchange-code");
const isRule = (/** @type {string} */ id) =>
  /\b(?:commands[\\/](?:rules|use)[\\/]|wire[\\/](?:option-traits|permission)\.ts$)/.test(id);
/** Else a sign-in that is restored would wait for all that makes a new one: servers and OAuth. */
const isRestored = (/** @type {string} */ id) => /\btokens[\\/]relink-hint\.ts$/.test(id);
/** The modules of a stored session, which sends no request. */
const isStored = (/** @type {string} */ id) =>
  /\b(?:tokens[\\/](?:player|token-set)|wire[\\/]user|request[\\/]mask-secret)\.ts$/.test(id);
const isFact = (/** @type {string} */ id) => /\bsrc[\\/]wire[\\/]/.test(id);
const isMessageRule = (/** @type {string} */ id) => /\binteractions[\\/]messages[\\/]rules[\\/]/.test(id);
const isEvent = (/** @type {string} */ id) => /\bsrc[\\/]events[\\/]/.test(id);
const isEmulator = (/** @type {string} */ id) => /\bsrc[\\/]emulator[\\/]/.test(id);
const isOfMachine = (/** @type {string} */ id) =>
  /\bcore[\\/](?:resolve[\\/]read-file|child-environment)\.ts$/.test(id);
const isStore = (/** @type {string} */ id) => /\bsrc[\\/]store[\\/]/.test(id);
/** In one file with its parts, since nobody else reads those at a start. */
const isKeychain = (/** @type {string} */ id) => /\bstore[\\/]keychain-records\.ts$/.test(id);
/** @type {(readers: readonly string[], ...wanted: readonly string[]) => boolean} */
const read = (readers, ...wanted) => wanted.every((file) => readers.includes(file));
/** @typedef {{ id: string, isLoaded: boolean, isSending: boolean, isExchange: boolean }} Module - the last two: that part reads it */
/** @typedef {(readers: readonly string[], module: Module) => boolean} Wanted */
/** Parts of a request that somebody reads as it starts. @type {Wanted} */
const isRequest = (by, { isSending, isExchange }) =>
  (isSending || isExchange) && [index, commands, interactions].some((file) => read(by, file));
/** A few facts, for which `resources` would else read all rules and the endpoint. @type {Wanted} */
const isFactOfResources = (by, { id }) =>
  isFact(id) && read(by, resources) && (read(by, commands) || read(by, interactions));
/** @type {Wanted} */
const isCore = (by, module) => {
  if (isFactOfResources(by, module)) return true;
  if (isRequest(by, module)) return read(by, production);
  if (!read(by, index)) return read(by, production, commands) && !isRule(module.id);
  return read(by, production) || read(by, emulator) || (read(by, commands) && by.length > 2);
};
/** @param {string} name @param {Wanted} wanted */
const chunk = (name, wanted) => ({
  name: chunkFor(name, [...files, sending, serviceCalls, exchange], (all, module) => {
    const by = all.filter((file) => files.includes(file));
    return wanted(by, {
      ...module,
      isSending: all.includes(sending) || all.includes(serviceCalls),
      isExchange: all.includes(exchange),
    });
  }),
  minShareCount: 2,
});
const carried = { "oidc-provider": "../carried/oidc-provider.js", ws: "../carried/ws.js" };
/** Made apart, since it also runs where there is no Node. */
const carriedAnywhere = { "@rgrove/parse-xml": "./carried/parse-xml.js" };
/** Faster parts of ws, in native code: it does without where these are set. */
const withoutNativeParts = {
  "process.env.WS_NO_BUFFER_UTIL": "'1'",
  "process.env.WS_NO_UTF_8_VALIDATE": "'1'",
};
const common = { platform: /** @type {const} */ ("node"), transform: { target: "node20.19" } };

export default defineConfig([
  {
    ...common,
    input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    external: [
      /^slashpass\//,
      ...Object.keys({ ...dependencies, ...peerDependencies, ...carried, ...carriedAnywhere }),
    ],
    plugins: [inlineNumbers(), programText(), pureInitializers(), asciiOutput(), programSchemas()],
    output: {
      dir: "dist",
      chunkFileNames: "chunks/[name].js",
      codeSplitting: {
        groups: [
          // Apart from `server`, which also runs where there is no `node:fs`.
          chunk("machine", (_, { id }) => isOfMachine(id)),
          chunk("core", isCore),
          chunk("requests", isRequest),
          chunk("commands", (by) => read(by, index, commands)),
          chunk("shared", (by) => read(by, index) && by.length > 1),
          chunk("rules", (by, { id }) => isRule(id) && by.length > 1),
          chunk("planning", (by) => read(by, commands)),
          chunk("endpoint", (by, { id }) => read(by, production) || (read(by, emulator) && isEvent(id))),
          chunk("message-rules", (by, { id }) => isMessageRule(id) && by.length > 0),
          chunk("facts", (by, { id }) => read(by, emulator) && (by.length > 1 || !isEmulator(id))),
          chunk("tokens", (_, { id }) => isStored(id)),
          chunk("sending", (_, { isLoaded, isSending }) => isSending && !isLoaded),
          chunk("exchange", (_, { isLoaded, isExchange }) => isExchange && !isLoaded),
          chunk("server", (by) => by.some((file) => file !== index && file !== emulator)),
          chunk("client", (by, { id }) => read(by, index) || isRestored(id)),
          chunk("emulator", (by) => read(by, emulator)),
          chunk(
            "keychain",
            (by, { id, isLoaded }) => by.length === 0 && (isLoaded ? isKeychain(id) : isStore(id)),
          ),
          chunk("late", (by, { isLoaded }) => by.length === 0 && !isLoaded),
        ].map((group, place, all) => ({ ...group, priority: all.length - place })),
      },
      paths: { ...carried, ...carriedAnywhere },
      // The docstrings stand in the declarations.
      comments: { jsdoc: false },
    },
  },
  // The program is a user of the package like any other, with its own parts inside: what it prints and asks with. Those are
  // large, so it is made small.
  {
    ...common,
    input: { main: "src/cli/main.ts" },
    external: [/^slashpass\//, "slashpass"],
    resolve: { alias: { undici$: fileURLToPath(new URL("undici.js", import.meta.url)) } },
    plugins: [programText(), asciiOutput(), carriedPackages()],
    output: {
      dir: "dist/cli",
      chunkFileNames: "[name].js",
      keepNames: true,
      minify: true,
      // All that every command reads is in one file, since Node takes half a millisecond to find each. The program itself, which
      // waits for the command that it loads, is not: what a command needs has to be there before.
      codeSplitting: {
        groups: [
          { name: chunkFor("frame", [program], (readers, { id }) => readers.length > 0 && id !== program) },
        ],
      },
    },
  },
  {
    ...common,
    transform: { ...common.transform, define: withoutNativeParts },
    input: Object.fromEntries(Object.keys(carried).map((name) => [name, name])),
    // Colours of debug output: it takes them from whatever the game has installed, if we let it.
    resolve: { alias: { "supports-color": false } },
    plugins: [
      fewMediaTypes(),
      esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] }),
      carriedPackages(),
    ],
    // depd names the functions that it wraps by `eval`.
    checks: { eval: false },
    // oidc-provider finds its settings by the names of its classes.
    output: { dir: "dist/carried", chunkFileNames: "[name].js", keepNames: true, minify: true },
  },
  // From its sources: what it publishes is CommonJS, which needs Node's `require` around it.
  {
    transform: common.transform,
    input: { "parse-xml": fileURLToPath(import.meta.resolve("@rgrove/parse-xml/src/index.ts")) },
    resolve: { extensionAlias: { ".js": [".ts"] } },
    plugins: [asciiOutput(), carriedPackages()],
    output: { dir: "dist/commands/carried", minify: true },
  },
]);
