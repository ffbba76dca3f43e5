import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { isQuick, type SystemPart, type SystemPartName, systemParts } from "./system-parts.ts";

/** Tests skipped together: a single test, or all tests in a `describe`. */
interface Skipped {
  readonly name: string;
  readonly tests: number;
  readonly lacks: readonly SystemPartName[];
}

/** At the end of the run, prints which tests were skipped, why, and how to run them. */
export class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children].flatMap(skippedIn));
    if (skipped.length > 0) process.stdout.write(`\n${summarize(skipped)}\n`);
  }
}

function skippedIn(task: TestCase | TestSuite): Skipped[] {
  const { lacks = [] } = task.meta();
  if (lacks.length === 0) return task.type === "suite" ? [...task.children].flatMap(skippedIn) : [];
  const tests = task.type === "suite" ? [...task.children.allTests()].length : 1;
  return [{ name: task.fullName, tests, lacks }];
}

function summarize(skipped: readonly Skipped[]): string {
  const lines = [`Skipped: ${count(skipped)}.`];
  for (const reason of new Set(skipped.map(reasonOf))) {
    const alike = skipped.filter((one) => reasonOf(one) === reason);
    lines.push(`  without ${reason}: ${count(alike)}`);
    lines.push(...alike.map(({ name, tests }) => `    - ${name}${tests === 1 ? "" : ` (${tests} tests)`}`));
  }
  return [...lines, ...advice(skipped)].join("\n");
}

function count(skipped: readonly Skipped[]): string {
  const tests = skipped.reduce((sum, one) => sum + one.tests, 0);
  return `${tests} ${tests === 1 ? "test" : "tests"}`;
}

function reasonOf({ lacks }: Skipped): string {
  return lacks.join(", ");
}

/** Returns the command that installs the missing parts. */
function advice(skipped: readonly Skipped[]): string[] {
  if (isQuick) return ["`npm test` runs them if the machine has these parts."];
  const parts = [...new Set(skipped.flatMap(({ lacks }) => lacks))].map(
    (name): SystemPart => systemParts[name],
  );
  const packages = parts.flatMap(({ debian }) => debian ?? []);
  if (packages.length === 0) return [];
  return [`To run them, on Debian or Ubuntu: sudo apt-get install ${packages.join(" ")}`];
}
