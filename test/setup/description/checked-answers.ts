import type { Reporter, TestModule, TestSpecification, Vitest } from "vitest/node";
import { isWholeRun } from "../run-scope.ts";
import type { CheckedTest } from "./every-answer.ts";

/**
 * Reports how many emulator responses were compared with the published description. A full run fails if any endpoint never
 * succeeds.
 */
export class CheckedAnswers implements Reporter {
  #vitest: Vitest | undefined;
  #isWhole = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }
  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#isWhole = this.#vitest !== undefined && (await isWholeRun(this.#vitest, specifications));
  }
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => test.meta().answers ?? []),
    );
    if (tests.length > 0) process.stdout.write(`\n${summarizeAnswers(tests, this.#isWhole)}\n`);
    const untested = this.#isWhole ? untestedEndpoints(tests) : [];
    for (const endpoint of untested)
      process.stderr.write(
        `\nNo test gets a successful response from the emulator's ${endpoint}: add one to test/unit/emulator.\n`,
      );
    if (untested.length > 0) process.exitCode = 1;
  }
}

export function untestedEndpoints(tests: readonly CheckedTest[]): readonly string[] {
  const succeeded = new Set(tests.flatMap((test) => test.succeeded));
  return [...new Set(tests.flatMap(({ endpoints = [] }) => endpoints))].filter((one) => !succeeded.has(one));
}

/** Requests sent by the emulator for which neither the description nor a standard has a schema. */
const unchecked = ["interactions sent to an application's endpoint", "the PING that checks an endpoint"];

/** Returns the summary. Only a full run lists the operations without a test. */
export function summarizeAnswers(tests: readonly CheckedTest[], isWhole: boolean): string {
  const validated = tests.flatMap((test) => Object.entries(test.validated));
  const pairs = validated.reduce((sum, [, count]) => sum + count, 0);
  const covered = new Set(validated.map(([operation]) => operation));
  const scope = [...new Set(tests.flatMap(({ inScope = [] }) => inScope))];
  const missing = scope.filter((operation) => !covered.has(operation));
  const undescribed = new Set(tests.flatMap((test) => test.undescribed));
  return [
    `${pairs} emulator responses match the published description or a standard. They cover`,
    `${scope.length - missing.length} of the ${scope.length} operations that the emulator and a description have in common.`,
    ...(isWhole ? missing : []).map((operation) => `\n  not called: ${operation}`),
    ...[...undescribed].map((request) => `\n  not described: ${request}`),
    ...unchecked.map((what) => `\n  checked only by types: ${what}`),
  ].join(" ");
}
