const folder = process.env["SLASHPASS_MUTATED"] ?? "";
const results = `build/mutation/${folder.replaceAll("/", "-")}`;

/** The configuration for one directory of `src`. Earlier results are kept in `build`, and only changed code is tested again. */
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
  // Does not exist on purpose: TypeScript 7 cannot rewrite it for the copy, which does not need that.
  tsconfigFile: "test/mutation/tsconfig.json",
  tempDirName: "build/mutation/copy",
  ignorePatterns: ["build", "!build/Release/slashpass.node", "dist", "docs/images", "test/*/node_modules"],
  concurrency: Number(process.env["SLASHPASS_MUTATION_WORKERS"] ?? 1),
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  allowConsoleColors: false,
};
