import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Vitest starts with the slowest files, most of which wait for processes and timers. Run together, they leave the processors
 * idle.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return spread(await super.sort(files));
  }
}

/**
 * Distributes the first thirtieth of `files` among the first half of the rest, so no worker is left with a long file at the end.
 */
function spread<File>(files: readonly File[]): File[] {
  const longest = files.slice(0, Math.ceil(files.length / 30));
  const others = files.slice(longest.length);
  const step = Math.max(1, Math.floor(others.length / 2 / longest.length));
  return [
    ...longest.flatMap((file, index) => [file, ...others.slice(index * step, (index + 1) * step)]),
    ...others.slice(longest.length * step),
  ];
}
