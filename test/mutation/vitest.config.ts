import { defineConfig } from "vitest/config";
import { programText } from "../../scripts/bundle/program-text.js";
import { poll, testLimitMs } from "../setup/limits.ts";
import { testsOf } from "./folders.ts";

const root = new URL("../..", import.meta.url).pathname;

/**
 * The unit tests of one folder, in the copy of the project that Stryker makes. Each file loads what it tests by itself: else
 * what a module does as it is loaded would count for the first file alone.
 */
export default defineConfig({
  root,
  plugins: [programText()],
  test: {
    include: testsOf(process.env["SLASHPASS_MUTATED"] ?? ""),
    testTimeout: testLimitMs,
    expect: { poll },
    setupFiles: ["test/setup/every-file.ts"],
    // Always the same random cases: a mutant must not live or die by chance.
    provide: { propertySeed: 1 },
    isolate: true,
  },
});
