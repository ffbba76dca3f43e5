import type { Reporter, TestCase } from "vitest/node";
import { descendants, kill } from "./processes.ts";

/** Longer than any test or hook timeout. */
const limitMs = 180_000;

/**
 * Ends a stuck test run. A process enforces the timeouts of its own tests and hooks, so it cannot do so while a call blocks it.
 */
export class HungRun implements Reporter {
  readonly #running = new Set<TestCase>();
  #watch: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#receive();
  }
  onTestModuleCollected(): void {
    this.#receive();
  }
  onTestCaseReady(test: TestCase): void {
    this.#running.add(test);
    this.#receive();
  }
  onTestCaseResult(test: TestCase): void {
    this.#running.delete(test);
    this.#receive();
  }
  onTestRunEnd(): void {
    clearTimeout(this.#watch);
  }

  #receive(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#end(), limitMs).unref();
  }

  #end(): void {
    const names = [...this.#running].map(
      ({ module, fullName }) => `  ${module.relativeModuleId} > ${fullName}`,
    );
    const running = names.length > 0 ? names.join("\n") : "  no test: a file is loading or a hook is running";
    process.stderr.write(
      `\nNo progress for ${limitMs / 1_000} s; stopping the run. Still running:\n${running}\n`,
    );
    for (const pid of descendants(process.pid)) kill(pid);
    process.exit(1);
  }
}
