import { defineConfig } from "vitest/config";
import { programText } from "../../scripts/bundle/program-text.js";

const root = new URL("../..", import.meta.url).pathname;

/** Takes minutes, so it runs with `npm run test:soak`, not `npm test`. */
export default defineConfig({
  root,
  plugins: [programText()],
  test: {
    name: "soak",
    include: ["test/soak/**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 240_000,
    setupFiles: ["test/setup/loopback-only.ts"],
  },
});
