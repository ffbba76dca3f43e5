import type { Reporter, TestModule, TestSpecification, Vitest } from "vitest/node";

/** Whether a run includes all test files of all projects, without a name filter. */
export async function isWholeRun(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<boolean> {
  if (vitest.getGlobalTestNamePattern() !== undefined) return false;
  const projects = vitest.config.project.filter((name) => name !== "quick");
  return projects.length === 0 && specifications.length >= (await vitest.globTestSpecifications()).length;
}

/**
 * Fails a run whose `-t` matches no test, which Vitest treats as a success. Vitest already fails if a file filter matches
 * nothing.
 */
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
    // Vitest joins the parts of a name with spaces before matching it.
    if (!names.some((name) => pattern.test(name.replaceAll(" > ", " ")))) {
      process.stderr.write(`\nNo test matches -t ${pattern.source}.\n`);
      process.exitCode = 1;
    }
  }
}
