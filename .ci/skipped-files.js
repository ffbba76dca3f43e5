// Usage: skipped-files.js RESULTS. Prints the test files of a vitest run that skipped at least one of their tests.
import { readFileSync } from "node:fs";

const { testResults } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
for (const { name, assertionResults } of testResults)
  if (assertionResults.some(({ status }) => status !== "passed" && status !== "failed"))
    console.log(name.slice(name.lastIndexOf("/test/") + 1));
