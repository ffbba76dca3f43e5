import { defineConfig } from "vitest/config";
import { programText } from "../../scripts/bundle/program-text.js";
import { poll, testLimitMs } from "../setup/limits.ts";
import { testsOf } from "./folders.ts";

const root = new URL("../..", import.meta.url).pathname;

/**
 * The unit tests of one directory, in Stryker's copy of the project. Each file loads its modules separately; otherwise code that
 * runs at load time would count for the first file only.
 */
export default defineConfig({
  root,
  plugins: [programText()],
  test: {
    include: testsOf(process.env["SLASHPASS_MUTATED"] ?? ""),
    testTimeout: testLimitMs,
    expect: { poll },
    setupFiles: ["test/setup/every-file.ts"],
    // The same random cases in every run make the results reproducible.
    provide: { propertySeed: 1 },
    isolate: true,
  },
});
