import { defineConfig } from "vitest/config";
import { programText } from "../../scripts/bundle/program-text.js";

const root = new URL("../..", import.meta.url).pathname;

/** Run by test/bundlers/run, not by `npm test`, because it installs hundreds of megabytes of bundlers and runtimes. */
export default defineConfig({
  root,
  plugins: [programText()],
  test: {
    name: "bundlers",
    include: ["test/bundlers/*.test.ts"],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ["default", ...(process.env["CI"] ? ["json"] : [])],
    outputFile: { json: "build/test-results/vitest.json" },
    setupFiles: ["test/setup/loopback-only.ts"],
  },
});
