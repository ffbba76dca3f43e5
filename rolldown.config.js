// Few files, because what a game feels at its start is the number of modules Node has to find, not their size. What two
// entries share is in one chunk, so that `instanceof ClientError` holds whichever entry threw it.
import { defineConfig } from "rolldown";
import { browserProgram } from "./browser-program.js";
import manifest from "./package.json" with { type: "json" };

const { dependencies, peerDependencies } = manifest;
const entries = [
  "index",
  "commands/index",
  "interactions/index",
  "emulator/index",
  "store/contract",
  "cli/main",
];

export default defineConfig({
  input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
  external: [/^slashpass\//, ...Object.keys(dependencies), ...Object.keys(peerDependencies)],
  plugins: [browserProgram()],
  platform: "node",
  transform: { target: "node20.19" },
  output: {
    dir: "dist",
    cleanDir: true,
    chunkFileNames: "chunks/[name].js",
    codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});
