// Prints "<passed> <failed>" of the last vitest run. A run that ended badly without a failed test (a crash, a build
// that failed) counts as one failure.
import { existsSync, readFileSync } from "node:fs";

const results = new URL("../build/test-results/vitest.json", import.meta.url);
const ended = Number(process.argv[2]);
const { numPassedTests = 0, numFailedTests = 0 } = existsSync(results)
  ? JSON.parse(readFileSync(results, "utf8"))
  : {};
console.log(numPassedTests, ended === 0 ? numFailedTests : Math.max(1, numFailedTests));
