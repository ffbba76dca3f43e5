import { BaseSequencer, type TestSpecification } from "vitest/node";
import { spread } from "./spread.ts";

/** Vitest begins with the files that take longest, most of which wait for processes and times: all at once they leave the processors idle. */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return spread(await super.sort(files));
  }
}
