import { defineConfig } from "vitest/config";

const root = new URL("../..", import.meta.url).pathname;

/** Used by test/runners/run, which installs the runner that the project itself does not use. */
export default defineConfig({
  root,
  test: {
    name: "runners",
    include: ["test/runners/*.test.ts"],
    pool: "forks",
    testTimeout: 60_000,
    reporters: ["default", ...(process.env["CI"] ? ["json"] : [])],
    outputFile: { json: "build/test-results/vitest.json" },
    setupFiles: ["test/setup/loopback-only.ts"],
  },
});
