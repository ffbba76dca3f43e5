// The package's entries and chunks. At startup, each file costs 0.5 ms plus time per byte, so chunks are split by the entries that load
// them at startup. Entries share code through chunks, which makes `instanceof ClientError` work across entries.
// Names are kept; docstrings (which the declarations have) and source maps are omitted.
//
// | chunk           | contents                                                       | loaded                                          |
// | --------------- | -------------------------------------------------------------- | ----------------------------------------------- |
// | `machine`       | file reader, environment of child processes                    | with `file-journal`; by the first store or browser |
// | `core`          | argument checks, errors, options, start of the request path    | with every entry except `redis`                 |
// | `requests`      | request code that a deployed endpoint does not need at startup  | with `index`, `commands`, `interactions`       |
// | `commands`      | the commands client                                            | with `index` and `commands`                     |
// | `shared`        | other code that `index` shares with an entry                   | with `index`                                    |
// | `rules`         | command rules, permissions                                 | with `commands`, `languages`, `interactions`; by a game's first registration |
// | `planning`      | plans and rollouts                                             | with `commands`; by a game's first plan         |
// | `endpoint`      | interactions and events                                        | with `interactions`, `interactions/production`, `events`, `emulator` |
// | `message-rules` | message and form rules                                         | with `interactions`, `emulator`; by a game's first message |
// | `facts`         | facts about the service that the emulator shares               | with `emulator`                                 |
// | `server`        | players' tokens and Redis                                      | with `server`, `redis`                          |
// | `client`        | code that `index` shares with its lazy parts                   | with `index`                                    |
// | `emulator`      | code that the emulator shares with its lazy parts              | with `emulator`                                 |
// | `sending`       | request sending, Discord's errors                              | by the first request                            |
// | `tokens`        | tokens, the player, masking                                    | by the first session, exchange or request       |
// | `exchange`      | a server's code exchange                                       | by the first exchange                           |
// | `keychain`      | stores and the lock                                            | by the first use of a store                     |
// | `late`          | code that several lazy parts share                             | by the first of them                            |
// | others          | one per `import()`, named after its file                       | by the first call that needs it                 |
//
// A chunk must contain at most one `import()` of a part that itself imports the chunk. Given two, rolldown keeps both in a user's
// bundle even if they are unused (test/package/one-constant.test.ts).
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
/** The Electron entry imports `index` as a user's program does, which leaves the chunks of `index` unchanged. */
const electronEntry = "electron/index";
/** Used only together with `index`, whose chunks therefore stay unchanged. */
const socialSdkEntry = "social-sdk/index";
const mainEntryOfElectron = {
  name: "main-entry-of-electron",
  resolveId: (/** @type {string} */ source, importer = "") =>
    source === "../index.ts" && /\bsrc[\\/]electron[\\/]/.test(importer)
      ? { id: "../index.js", external: true }
      : null,
};
const fileOf = (/** @type {string} */ part) =>
  fileURLToPath(new URL(`../../src/${part}.ts`, import.meta.url));
const files = entries.map(fileOf);
const [index, commands] = [fileOf("index"), fileOf("commands/index")];
const [interactions, emulator] = [fileOf("interactions/index"), fileOf("emulator/index")];
const [production, resources] = [fileOf("interactions/production"), fileOf("resources/index")];
const program = fileOf("cli/main");
/** Lazily loaded parts that share request code with the entries. */
const [sending, serviceCalls] = [fileOf("core/request/sender"), fileOf("interactions/answer/service-calls")];
const exchange = fileOf("interactions/exchange-code");
const isRule = (/** @type {string} */ id) =>
  /\b(?:commands[\\/](?:rules|use)[\\/]|wire[\\/](?:option-traits|permission)\.ts$)/.test(id);
/** The modules that a stored session needs, which send no requests. */
const isStored = (/** @type {string} */ id) =>
  /\b(?:tokens[\\/](?:player|token-set)|wire[\\/]user|request[\\/]mask-secret)\.ts$/.test(id);
const isFact = (/** @type {string} */ id) => /\bsrc[\\/]wire[\\/]/.test(id);
const isMessageRule = (/** @type {string} */ id) => /\binteractions[\\/]messages[\\/]rules[\\/]/.test(id);
const isEvent = (/** @type {string} */ id) => /\bsrc[\\/]events[\\/]/.test(id);
const isEmulator = (/** @type {string} */ id) => /\bsrc[\\/]emulator[\\/]/.test(id);
const isOfMachine = (/** @type {string} */ id) =>
  /\bcore[\\/](?:resolve[\\/]read-file|child-environment)\.ts$/.test(id);
/** These parts belong to `core`, because `start-launcher` must not import `client`, and `redis` must not import `endpoint`. */
const isSmallPart = (/** @type {string} */ id) => /\bcore[\\/](?:wsl|signature-lifetime)\.ts$/.test(id);
const isStore = (/** @type {string} */ id) => /\bsrc[\\/]store[\\/]/.test(id);
/** The keychain stays in one file with its parts, because no entry loads them at startup. */
const isKeychain = (/** @type {string} */ id) => /\bstore[\\/]keychain-records\.ts$/.test(id);
/** @type {(readers: readonly string[], ...wanted: readonly string[]) => boolean} */
const read = (readers, ...wanted) => wanted.every((file) => readers.includes(file));
/** @typedef {{ id: string, isLoaded: boolean, isSending: boolean, isExchange: boolean }} Module - `isSending`, `isExchange`: whether the `sending` or `exchange` part loads it */
/** @typedef {(readers: readonly string[], module: Module) => boolean} Wanted */
/** Request code that an entry loads at startup. @type {Wanted} */
const isRequest = (by, { isSending, isExchange }) =>
  (isSending || isExchange) && [index, commands, interactions].some((file) => read(by, file));
/**
 * Modules of `src/wire` that `resources` shares with other entries. In any other chunk, importing them would load all rules and the
 * endpoint. @type {Wanted}
 */
const isFactOfResources = (by, { id }) =>
  isFact(id) && read(by, resources) && (read(by, commands) || read(by, interactions));
/** @type {Wanted} */
const isCore = (by, module) => {
  if (isFactOfResources(by, module) || isSmallPart(module.id)) return true;
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
/** Built separately, because it also runs without Node. */
const carriedAnywhere = { "@rgrove/parse-xml": "./carried/parse-xml.js" };
/** Disables the optional native parts of ws. */
const withoutNativeParts = {
  "process.env.WS_NO_BUFFER_UTIL": "'1'",
  "process.env.WS_NO_UTF_8_VALIDATE": "'1'",
};
const common = { platform: /** @type {const} */ ("node"), transform: { target: "node20.19" } };

export default defineConfig([
  {
    ...common,
    input: Object.fromEntries(
      [...entries, electronEntry, socialSdkEntry].map((entry) => [entry, `src/${entry}.ts`]),
    ),
    external: [
      /^slashpass\//,
      ...Object.keys({ ...dependencies, ...peerDependencies, ...carried, ...carriedAnywhere }),
    ],
    plugins: [
      mainEntryOfElectron,
      inlineNumbers(),
      programText(),
      pureInitializers(),
      asciiOutput(),
      programSchemas(),
    ],
    output: {
      dir: "dist",
      chunkFileNames: "chunks/[name].js",
      codeSplitting: {
        groups: [
          // Separate from `server`, which also runs without `node:fs`.
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
          chunk("client", (by) => read(by, index)),
          chunk("emulator", (by) => read(by, emulator)),
          chunk(
            "keychain",
            (by, { id, isLoaded }) => by.length === 0 && (isLoaded ? isKeychain(id) : isStore(id)),
          ),
          chunk("late", (by, { isLoaded }) => by.length === 0 && !isLoaded),
        ].map((group, position, all) => ({ ...group, priority: all.length - position })),
      },
      paths: { ...carried, ...carriedAnywhere },
      // Docstrings are in the declarations.
      comments: { jsdoc: false },
    },
  },
  // The CLI imports the package as a user's program does. Its own code for output and prompts is large, so it is minified.
  {
    ...common,
    input: { main: "src/cli/main.ts" },
    // `open` is installed with the package.
    external: [/^slashpass\//, "slashpass", "open"],
    resolve: { alias: { undici$: fileURLToPath(new URL("undici.js", import.meta.url)) } },
    plugins: [programText(), asciiOutput(), carriedPackages()],
    output: {
      dir: "dist/cli",
      chunkFileNames: "[name].js",
      keepNames: true,
      minify: true,
      // Code that every command needs is in one file, because Node takes 0.5 ms to find each file. The entry module is in its own file:
      // it loads a command, which needs the shared code to be loaded already.
      codeSplitting: {
        groups: [
          { name: chunkFor("frame", [program], (readers, { id }) => readers.length > 0 && id !== program) },
        ],
      },
    },
  },
  // A sandboxed preload script cannot load the package's files, so each preload script is self-contained CommonJS.
  ...["preload", "preload-script"].map((name) => ({
    input: `src/electron/${name}.ts`,
    platform: /** @type {const} */ ("browser"),
    external: ["electron"],
    output: { file: `dist/electron/${name}.cjs`, format: /** @type {const} */ ("cjs"), minify: true },
  })),
  // For pages. The React hook and the page's own code share the state.
  {
    input: { renderer: "src/electron/renderer.ts", react: "src/electron/react.ts" },
    platform: "browser",
    external: ["react"],
    preserveEntrySignatures: "allow-extension",
    plugins: [asciiOutput()],
    output: { dir: "dist/electron", chunkFileNames: "[name].js", comments: { jsdoc: false } },
  },
  {
    ...common,
    transform: { ...common.transform, define: withoutNativeParts },
    input: Object.fromEntries(Object.keys(carried).map((name) => [name, name])),
    // supports-color colors debug output but would be resolved from the game's packages.
    resolve: { alias: { "supports-color": false } },
    plugins: [
      fewMediaTypes(),
      esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] }),
      carriedPackages(),
    ],
    // depd uses `eval` to name the functions that it wraps.
    checks: { eval: false },
    // oidc-provider finds its settings by class name.
    output: { dir: "dist/carried", chunkFileNames: "[name].js", keepNames: true, minify: true },
  },
  // Built from source, because the published CommonJS needs Node's `require`.
  {
    transform: common.transform,
    input: { "parse-xml": fileURLToPath(import.meta.resolve("@rgrove/parse-xml/src/index.ts")) },
    resolve: { extensionAlias: { ".js": [".ts"] } },
    plugins: [asciiOutput(), carriedPackages()],
    output: { dir: "dist/commands/carried", minify: true },
  },
]);
