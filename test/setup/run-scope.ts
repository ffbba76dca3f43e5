import type { Reporter, TestModule, TestSpecification, Vitest } from "vitest/node";

/** Whether a run has all test files of all projects, and no filter of names. */
export async function isWholeRun(vitest: Vitest, asked: readonly TestSpecification[]): Promise<boolean> {
  if (vitest.getGlobalTestNamePattern() !== undefined) return false;
  const projects = vitest.config.project.filter((name) => name !== "quick");
  return projects.length === 0 && asked.length >= (await vitest.globTestSpecifications()).length;
}

/** Fails a run whose `-t` matches no test: Vitest takes it for a success. A file filter without a match already fails. */
export class MatchedNames implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const pattern = this.#vitest?.getGlobalTestNamePattern();
    if (pattern === undefined) return;
    const names = modules.flatMap((module) =>
      [...module.children.allTests()].map(({ fullName }) => fullName),
    );
    if (matchesNone(pattern, names)) {
      process.stderr.write(`\nNo test matches -t ${pattern.source}.\n`);
      process.exitCode = 1;
    }
  }
}

/** @param names - with ` > ` between the parts, where Vitest matches a space. */
export function matchesNone(pattern: RegExp, names: readonly string[]): boolean {
  return !names.some((name) => pattern.test(name.replaceAll(" > ", " ")));
}
