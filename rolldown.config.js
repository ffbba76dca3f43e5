// Few files, because what a game feels at its start is the number of modules Node has to find, and then their size. What two
// entries share is in one of three chunks, so that `instanceof ClientError` holds whichever entry threw it: `core` is what speaks
// to the service and checks commands, `commands` what plans and applies them, which an endpoint of interactions does not read,
// and `shared` the rest, which a program of commands alone does not read. What the emulator alone needs of others is a file of
// its own, which is read when an emulator is started. What `import()` loads is a chunk for each, which nobody reads before it is
// needed: `late` is what several of those share, and `client` what they share with what `index` reads at its start. Ours are
// readable as they are: with our names and comments, without source maps and sources.
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";
import { esmExternalRequirePlugin } from "rolldown/plugins";
import { asciiOutput } from "./ascii-output.js";
import { browserProgram } from "./browser-program.js";
import { pureInitializers } from "./pure-initializers.js";
import { chunkFor } from "./reading-entries.js";
import manifest from "./package.json" with { type: "json" };
import { carriedPackages } from "./scripts/carried-packages.js";
import { programSchemas } from "./scripts/program-schemas.js";

const { dependencies, peerDependencies } = manifest;
const entries = [
  "index",
  "commands/index",
  "commands/file-journal",
  "config/index",
  "events/index",
  "interactions/index",
  "resources/index",
  "emulator/index",
  "redis/index",
  "server/index",
  "store/contract",
];
const files = entries.map((entry) => fileURLToPath(new URL(`src/${entry}.ts`, import.meta.url)));
const [index] = files;
/** Those of `index`, `commands` and one more entry, with what they import. */
const coreModules =
  /\bsrc[\\/](?:(?:api|commands[\\/](?:rules|use))[\\/]|inspect-as\.ts$|wire[\\/](?:permission|thread))/;
const carried = { "oidc-provider": "../carried/oidc-provider.js", ws: "../carried/ws.js" };
/** Faster parts of ws, in native code: it does without where these are set. */
const withoutNativeParts = {
  "process.env.WS_NO_BUFFER_UTIL": "'1'",
  "process.env.WS_NO_UTF_8_VALIDATE": "'1'",
};
const common = { platform: "node", transform: { target: "node20.19" } };

export default defineConfig([
  {
    ...common,
    input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    external: [/^slashpass\//, ...Object.keys({ ...dependencies, ...peerDependencies, ...carried })],
    plugins: [browserProgram(), pureInitializers(), asciiOutput(), programSchemas()],
    output: {
      dir: "dist",
      cleanDir: true,
      chunkFileNames: "chunks/[name].js",
      codeSplitting: {
        groups: [
          { name: "core", test: coreModules, minShareCount: 3, priority: 3 },
          { name: "commands", test: /\bcommands[\\/]index\.ts$/, priority: 3 },
          {
            name: chunkFor("shared", files, (readers) => readers.some((file) => file !== index)),
            minShareCount: 2,
            priority: 2,
          },
          { name: chunkFor("client", files, (readers) => readers.length > 0), minShareCount: 2, priority: 1 },
          {
            name: chunkFor("late", files, (readers, isLoaded) => readers.length === 0 && !isLoaded),
            minShareCount: 2,
          },
        ],
      },
      paths: carried,
    },
  },
  // The program is a user of the package like any other, with its own parts inside: what it prints and asks with. Those are
  // large, so it is made small.
  {
    ...common,
    input: { main: "src/cli/main.ts" },
    external: [/^slashpass\//, "slashpass"],
    plugins: [asciiOutput(), carriedPackages()],
    output: { dir: "dist/cli", chunkFileNames: "[name].js", keepNames: true, minify: true },
  },
  {
    ...common,
    transform: { ...common.transform, define: withoutNativeParts },
    input: Object.fromEntries(Object.keys(carried).map((name) => [name, name])),
    // Colours of debug output: it takes them from whatever the game has installed, if we let it.
    resolve: { alias: { "supports-color": false } },
    plugins: [esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] }), carriedPackages()],
    // depd names the functions that it wraps by `eval`.
    checks: { eval: false },
    // oidc-provider finds its settings by the names of its classes.
    output: { dir: "dist/carried", chunkFileNames: "[name].js", keepNames: true, minify: true },
  },
]);
