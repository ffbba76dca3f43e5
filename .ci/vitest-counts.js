// Usage: vitest-counts.js EXIT-CODE [RESULTS]. Prints "<passed> <failed>" for the last vitest run. A nonzero exit code without a
// failed test (a crash, a failed build) counts as one failure.
import { existsSync, readFileSync } from "node:fs";

const [ended, results = "build/test-results/vitest.json"] = process.argv.slice(2);
const { numPassedTests = 0, numFailedTests = 0 } = existsSync(results)
  ? JSON.parse(readFileSync(results, "utf8"))
  : {};
console.log(numPassedTests, ended === "0" ? numFailedTests : Math.max(1, numFailedTests));
