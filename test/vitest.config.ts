import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { programText } from "../scripts/bundle/program-text.js";
import { CheckedAnswers } from "./setup/description/checked-answers.ts";
import { HungRun } from "./setup/hung-run.ts";
import { cachedModules } from "./setup/cached-modules.ts";
import { poll, testLimitMs } from "./setup/limits.ts";
import { propertySeed } from "./setup/property-seed.ts";
import { useRunFolder } from "./setup/run-folder.ts";
import { SpreadSequencer } from "./setup/spread-sequencer.ts";
import { MatchedNames } from "./setup/run-scope.ts";
import { SkippedTests } from "./setup/skipped-tests.ts";
import { isQuick } from "./setup/system-parts.ts";
import tsconfig from "../tsconfig.json" with { type: "json" };

const root = new URL("..", import.meta.url).pathname;
/** Resolves the program's own imports of the package as TypeScript does, so that unit tests run `src`. */
const { paths } = tsconfig.compilerOptions;
const programImports = {
  name: "program-imports",
  // Must run before Vite's own resolution, which would find the last build.
  enforce: "pre" as const,
  resolveId: (id: string, importer = "") =>
    importer.startsWith(`${root}src/cli/`) && Object.hasOwn(paths, id)
      ? join(root, (paths as Record<string, string[]>)[id]?.[0] ?? "")
      : undefined,
};

/** The quick run builds no bundles; without this check, an earlier build would be tested instead of `src`. */
const noBundles = {
  name: "no-bundles",
  enforce: "pre" as const,
  resolveId(id: string) {
    if (/^slashpass(?:\/|$)/.test(id))
      throw new Error(`The quick run builds no ${id}: import it from src, or skip the file there.`);
  },
};

useRunFolder(isQuick);

const seed = propertySeed();

/** A project whose tests and hooks have timeouts and cannot connect to another machine. */
function project(name: string, testTimeout: number, settings: object): TestProjectConfiguration {
  return {
    root,
    plugins: [programText(), cachedModules(), programImports, ...(isQuick ? [noBundles] : [])],
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      testTimeout,
      hookTimeout: 120_000,
      expect: { poll },
      setupFiles: ["test/setup/every-file.ts", "test/setup/same-environment.ts"],
      provide: { propertySeed: seed },
      ...settings,
    },
  };
}

/**
 * Options for Node 20. Most functions run only a few times, so optimizing them takes longer than it saves. No worker uses enough memory
 * to make collecting old objects worthwhile.
 */
const execArgv = process.versions.node.startsWith("20.")
  ? ["--interrupt-budget=1000000", "--initial-old-space-size=1024"]
  : [];

const processes = { pool: "forks", execArgv };

/** Tests that occasionally wait for a file or a timer. */
const computing = { ...processes, maxWorkers: availableParallelism() + 1 };
/** Tests that mostly wait for programs and pages; more of them run in parallel than there are processors. */
const waiting = { ...processes, maxWorkers: 2 * availableParallelism(), sequence: { groupOrder: 1 } };

/** The unit and native tests, and the golden declarations. The same processes run all files, so each module is loaded once. */
const quick = project("quick", testLimitMs, {
  include: [
    ...["unit", "native"].map((name) => `test/${name}/**/*.test.ts`),
    "test/package/public-surface.test.ts",
  ],
  isolate: false,
  ...computing,
});

/** Test files share their imports, including the addon. They run in processes, so they may change the environment and signals. */
export default defineConfig({
  root,
  test: {
    experimental: { fsModuleCache: true },
    reporters: [
      "default",
      ...(process.env["CI"] ? ["json"] : []),
      new SkippedTests(),
      new MatchedNames(),
      new CheckedAnswers(),
      new HungRun(),
    ],
    outputFile: { json: "build/test-results/vitest.json" },
    maxWorkers: availableParallelism(),
    teardownTimeout: 10_000,
    ...(isQuick && { sequence: { sequencer: SpreadSequencer } }),
    coverage: {
      include: ["src/**/*.ts"],
      // Page scripts run in a browser; the program and its Social SDK check run in separate processes. Flow tests start all of them.
      exclude: [
        "src/emulator/*/browser/**",
        "src/cli/main.ts",
        "src/cli/doctor/social-sdk.ts",
        "src/social-sdk/inspect.ts",
      ],
      reporter: ["text-summary", "json-summary"],
      reportsDirectory: "build/coverage",
      thresholds: { perFile: true, branches: 90 },
    },
    projects: [
      ...(isQuick ? [quick] : []),
      project("unit", testLimitMs, { isolate: false, ...computing }),
      project("native", testLimitMs, { isolate: false, ...waiting }),
      project("flow", testLimitMs, { isolate: false, ...waiting }),
      project("live", 120_000, { isolate: false, ...waiting }),
      project("package", 120_000, waiting),
      {
        root,
        test: {
          name: "types",
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ["test/types/**/*.test-d.ts"],
            tsconfig: "test/types/tsconfig.json",
          },
        },
      },
    ],
  },
});
