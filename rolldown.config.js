// Few files, because what a game feels at its start is the number of modules Node has to find, not their size. What two
// entries share is in one of two chunks, so that `instanceof ClientError` holds whichever entry threw it: `core` is what the
// commands need, and a program of commands alone does not read `shared`, the rest. What the emulator alone needs of others
// is a file of its own, which is read when an emulator is started. Ours are readable as they are: with our names and
// comments, without source maps and sources.
import { builtinModules } from "node:module";
import { defineConfig } from "rolldown";
import { esmExternalRequirePlugin } from "rolldown/plugins";
import { asciiOutput } from "./ascii-output.js";
import { browserProgram } from "./browser-program.js";
import { pureInitializers } from "./pure-initializers.js";
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
  "store/contract",
];
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
          { name: "core", test: /\bcommands[\\/]index\.ts$/ },
          { name: "shared", minShareCount: 2 },
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
