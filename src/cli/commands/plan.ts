import { formatPlan } from "slashpass/commands";
import type { Call, Outcome } from "../frame/call.ts";
import { ExitCode } from "../frame/exit-code.ts";
import type { plan as definition } from "./definitions.ts";
import { loadCommands } from "./load-definitions.ts";
import { makePlan, planAsData, printPlan } from "./make-plan.ts";
import { openScope } from "./open-client.ts";
import { readTarget, targetAsData } from "./read-target.ts";

export async function run(call: Call<typeof definition.options>): Promise<Outcome> {
  const { options, terminal } = call;
  const settings = await readTarget(call);
  const commands = await loadCommands(call, settings.commandsFile, settings);
  const plan = await makePlan(call, await openScope(call, settings), commands);
  if (options.format === "markdown") terminal.print(formatPlan(plan, { as: "markdown" }));
  else printPlan(plan, terminal);
  const differs = plan.writes.length > 0;
  return {
    result: { target: targetAsData(settings), differs, ...planAsData(plan) },
    exitCode: differs && options.exitCode ? ExitCode.Differs : ExitCode.Done,
  };
}
