import { defineConfig } from "vitest/config";

const root = new URL("../..", import.meta.url).pathname;

/** Run by test/site/run, which builds the site first. */
export default defineConfig({
  root,
  test: {
    name: "site",
    include: ["test/site/*.test.ts"],
    pool: "forks",
    testTimeout: 60_000,
    // Starting a browser is slow on a busy machine.
    hookTimeout: 60_000,
    reporters: ["default", ...(process.env["CI"] ? ["json"] : [])],
    outputFile: { json: "build/test-results/vitest.json" },
    setupFiles: ["test/setup/loopback-only.ts"],
  },
});
