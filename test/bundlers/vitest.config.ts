import { defineConfig } from "vitest/config";
import { programText } from "../../scripts/bundle/program-text.js";

const root = new URL("../..", import.meta.url).pathname;

/** Run by test/bundlers/run, which installs the bundlers and runtimes: hundreds of megabytes, so not by `npm test`. */
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
