import type { Reporter, TestModule } from "vitest/node";

declare module "vitest" {
  interface TaskMeta {
    /** The generated bodies that the test compared. */
    requests?: ComparedOperation;
  }
}

export interface ComparedOperation {
  readonly operation: string;
  readonly compared: number;
  readonly taken: number;
  readonly refused: number;
  /** How many bodies each row of the documented table explains. */
  readonly explained: Readonly<Record<string, number>>;
}

/** Reports how many generated bodies were validated by both the emulator and the published description. */
export class ComparedRequests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const operations = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => test.meta().requests ?? []),
    );
    if (operations.length > 0) process.stdout.write(`\n${summarizeRequests(operations)}\n`);
  }
}

export function summarizeRequests(operations: readonly ComparedOperation[]): string {
  const bodies = operations.reduce((sum, { compared }) => sum + compared, 0);
  const lines = operations.map(({ operation, compared, taken, refused, explained }) => {
    const rows = Object.entries(explained).map(([row, count]) => `${row} ${count}`);
    return `\n  ${operation}: ${compared}, both accept ${taken} and reject ${refused}${
      rows.length > 0 ? `; differences: ${rows.join(", ")}` : ""
    }`;
  });
  return [
    `${bodies} generated request bodies for ${operations.length} operations: the emulator and the published description`,
    `agree, or differ as docs/emulator.md states.${lines.join("")}`,
  ].join(" ");
}
