import { BaseSequencer, type TestSpecification } from "vitest/node";
import { spread } from "./spread.ts";

/**
 * Vitest starts with the slowest files, most of which wait for processes and timers. Run together, they leave the processors
 * idle.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return spread(await super.sort(files));
  }
}
