import { formatPlan, type Plan } from "slashpass/commands";
import type { Call, Outcome } from "../frame/run-command.ts";
import { ExitCode } from "../frame/failure.ts";
import { targetOf } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";
import type { plan as definition } from "./definitions.ts";
import { loadCommands } from "./source.ts";
import { asTold, inOwnWords, makePlan, planAsData, printPlan } from "./make-plan.ts";
import { openScope, readTarget, targetAsData } from "./open-client.ts";

export async function run(call: Call<typeof definition.options>): Promise<Outcome> {
  const { options, terminal } = call;
  const settings = await readTarget(call);
  const commands = await loadCommands(call, settings.commandsFile, settings);
  const plan = await makePlan(call, await openScope(call, settings), commands);
  if (options.format === "markdown") terminal.print(commentOf(plan, settings));
  else printPlan(asTold(plan), settings, terminal);
  const differs = plan.writes.length > 0;
  return {
    result: { target: targetAsData(settings), differs, ...planAsData(plan) },
    exitCode: differs && options.exitCode ? ExitCode.Differs : ExitCode.Done,
  };
}

/** A comment on a pull request, which says where the plan will be applied. */
function commentOf(plan: Plan, settings: Settings): string {
  const target = targetOf(settings).replaceAll("`", "'");
  return `${formatPlan({ ...plan, warnings: plan.warnings.map(inOwnWords) }, { as: "markdown" })}\n\nFor \`${target}\`.`;
}
