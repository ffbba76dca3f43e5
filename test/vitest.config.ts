import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { programText } from "../scripts/bundle/program-text.js";
import { CheckedAnswers } from "./setup/description/checked-answers.ts";
import { ComparedRequests } from "./setup/description/compared-requests.ts";
import { HungRun } from "./setup/hung-run.ts";
import { keptModules } from "./setup/kept-modules.ts";
import { poll, testLimitMs } from "./setup/limits.ts";
import { lastTree, propertySeed } from "./setup/property-seed.ts";
import { useRunFolder } from "./setup/run-folder.ts";
import { SpreadSequencer } from "./setup/spread-sequencer.ts";
import { MatchedNames } from "./setup/run-scope.ts";
import { SkippedTests } from "./setup/skipped-tests.ts";
import { isQuick } from "./setup/system-parts.ts";
import tsconfig from "../tsconfig.json" with { type: "json" };

const root = new URL("..", import.meta.url).pathname;
/** The program's own imports of the package, as TypeScript finds them: what unit tests run is `src`. */
const { paths } = tsconfig.compilerOptions;
const programImports = {
  name: "program-imports",
  // Before Vite finds the package itself, which is what was built last.
  enforce: "pre" as const,
  resolveId: (id: string, importer = "") =>
    importer.startsWith(`${root}src/cli/`) && Object.hasOwn(paths, id)
      ? join(root, (paths as Record<string, string[]>)[id]?.[0] ?? "")
      : undefined,
};

/** The quick run makes no bundles: one that an earlier build has left would be tested in place of `src`. */
const noBundles = {
  name: "no-bundles",
  enforce: "pre" as const,
  resolveId(id: string) {
    if (/^slashpass(?:\/|$)/.test(id))
      throw new Error(`The quick run builds no ${id}: import it from src, or skip the file there.`);
  },
};

useRunFolder(isQuick);

const seed = propertySeed(process.env["SLASHPASS_PROPERTY_SEED"], lastTree);

/** Every test and hook has a limit, and none reaches another machine. */
function project(name: string, testTimeout: number, settings: object): TestProjectConfiguration {
  return {
    root,
    plugins: [programText(), keptModules(), programImports, ...(isQuick ? [noBundles] : [])],
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
 * Most functions run a few times: to optimise them takes longer than it saves. And no worker ever holds so many megabytes that
 * the old among its objects are worth collecting. Both are options of Node 20.
 */
const execArgv = process.versions.node.startsWith("20.")
  ? ["--interrupt-budget=1000000", "--initial-old-space-size=1024"]
  : [];

const processes = { pool: "forks", execArgv };

/** The unit, native and flow tests, and the golden declarations. The same processes serve all files: a module is loaded once. */
const quick = project("quick", testLimitMs, {
  include: [
    ...["unit", "native", "flow"].map((name) => `test/${name}/**/*.test.ts`),
    "test/package/public-surface.test.ts",
  ],
  isolate: false,
  ...processes,
});

/** Tests that now and then wait for a file or a timer. */
const computing = { ...processes, maxWorkers: availableParallelism() + 1 };
/** Tests that wait for programs and pages most of their time: more at once than there are processors. */
const waiting = { ...processes, maxWorkers: 2 * availableParallelism(), sequence: { groupOrder: 1 } };

/** Test files share what they import, the addon too, in processes, whose environment and signals they may change. */
export default defineConfig({
  root,
  test: {
    experimental: { fsModuleCache: isQuick },
    reporters: [
      "default",
      ...(process.env["CI"] ? ["json"] : []),
      new SkippedTests(),
      new MatchedNames(),
      new CheckedAnswers(),
      new ComparedRequests(),
      new HungRun(),
    ],
    outputFile: { json: "build/test-results/vitest.json" },
    maxWorkers: availableParallelism(),
    teardownTimeout: 10_000,
    ...(isQuick && { sequence: { sequencer: SpreadSequencer } }),
    coverage: {
      include: ["src/**/*.ts"],
      // Programs of pages run in a browser, and the command line is a program: flow tests start both.
      exclude: ["src/emulator/*/browser/**", "src/cli/main.ts"],
      reporter: ["text-summary", "json-summary"],
      reportsDirectory: "build/coverage",
      thresholds: { perFile: true, branches: 90 },
    },
    projects: [
      ...(isQuick ? [quick] : []),
      project("unit", testLimitMs, { isolate: false, ...computing }),
      project("native", testLimitMs, { isolate: false, ...waiting }),
      project("flow", testLimitMs, { isolate: false, ...waiting }),
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
            tsconfig: "tsconfig.json",
          },
        },
      },
    ],
  },
});
