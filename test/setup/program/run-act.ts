import { type Call, entry, type Outcome } from "../../../src/cli/frame/run-command.ts";
import { define } from "../../../src/cli/frame/definition.ts";
import { type ProgramRun, type ProgramSetting, runInProcess } from "./run-in-process.ts";

const definition = define({ name: "act", summary: "Act.", options: {}, examples: {} });

/** Runs a program whose only command calls `act`. */
export function runningAct(
  act: (call: Call) => Promise<Outcome>,
  args: readonly string[] = [],
  setting: ProgramSetting = {},
): Promise<ProgramRun> {
  const entries = [entry(definition, () => Promise.resolve({ run: act }))];
  const shape = { version: "1.0.0", summary: "Acts.", groups: {}, entries, epilogue: "" };
  return runInProcess(["act", ...args], { ...setting, shape });
}
