import type { Entry } from "../../../src/cli/frame/run-command.ts";
import { shape } from "../../../src/cli/entries.ts";
import { type ProgramRun, type ProgramSetting, runInProcess } from "./run-in-process.ts";

/** Runs the program with only one command, whose dependencies on the machine may be simulated. */
export function runEntry(
  entry: Entry,
  args: readonly string[],
  setting: ProgramSetting = {},
): Promise<ProgramRun> {
  const name = entry.definition.name.split(" ");
  const groups = name.length > 1 ? { [name[0] ?? ""]: "A group." } : {};
  return runInProcess([...name, ...args], { ...setting, shape: { ...shape, groups, entries: [entry] } });
}
