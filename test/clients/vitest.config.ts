import { defineConfig } from "vitest/config";
import { programText } from "../../scripts/bundle/program-text.js";
import { HungRun } from "../setup/hung-run.ts";
import { poll, testLimitMs } from "../setup/limits.ts";
import { SkippedTests } from "../setup/skipped-tests.ts";

const root = new URL("../..", import.meta.url).pathname;

/**
 * Runs files one after another in one process, because there is only one `discord.com`. This also loads shared modules only once.
 */
const inOneProcess = { pool: "forks", isolate: false, maxWorkers: 1, fileParallelism: false } as const;

export default defineConfig({
  root,
  test: {
    reporters: ["default", ...(process.env["CI"] ? ["json"] : []), new SkippedTests(), new HungRun()],
    outputFile: { json: "build/test-results/vitest.json" },
    ...inOneProcess,
    projects: [
      {
        root,
        plugins: [programText()],
        test: {
          name: "clients",
          include: ["test/clients/**/*.test.ts"],
          testTimeout: testLimitMs,
          hookTimeout: 120_000,
          expect: { poll },
          ...inOneProcess,
          setupFiles: process.env["SLASHPASS_NAMESPACE"] ? [] : ["test/setup/loopback-only.ts"],
        },
      },
    ],
  },
});
