const folder = process.env["SLASHPASS_MUTATED"] ?? "";
const results = `build/mutation/${folder.replaceAll("/", "-")}`;

/** Of one folder of `src`; the answers of an earlier run are kept in `build`, and only what has changed since is tried. */
export default {
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
  mutate: [`src/${folder}/**/*.ts`],
  coverageAnalysis: "perTest",
  incremental: true,
  incrementalFile: `${results}.incremental.json`,
  reporters: ["progress-append-only", "json"],
  jsonReporter: { fileName: `${results}.json` },
  // There is none in its place: TypeScript 7 has no program that could rewrite it for the copy, which needs no such thing.
  tsconfigFile: "test/mutation/tsconfig.json",
  tempDirName: "build/mutation/copy",
  ignorePatterns: ["build", "!build/Release/slashpass.node", "dist", "docs/images", "test/*/node_modules"],
  concurrency: Number(process.env["SLASHPASS_MUTATION_WORKERS"] ?? 1),
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  allowConsoleColors: false,
};
