import { planOutcome } from "./plan-and-apply.ts";
import { refuseJson, readTarget } from "./open-client.ts";
import {
  commandsPlanAsData,
  commandsPlanText,
  openAndPlan,
  planKeepingPermissions,
  withoutRuleFindings,
} from "./make-plan.ts";
import { formatPlan, type Plan } from "slashpass/commands";
import type { Call, Outcome } from "../frame/run-command.ts";
import { targetOf } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";
import type { plan as definition } from "./definitions.ts";
import { loadCommands } from "./source.ts";

type PlanCall = Call<typeof definition.options>;

export async function run(call: PlanCall): Promise<Outcome> {
  const { options, terminal } = call;
  if (options.format !== undefined) refuseJson(terminal, "--format", ": --json prints the plan as data");
  const settings = await readTarget(call);
  const loaded = await loadCommands(call, settings.commandsFile, settings);
  const { plan } = await planKeepingPermissions(call, (as) => openAndPlan(as, settings, loaded));
  if (!terminal.isForPrograms) await show(plan, settings, call);
  return planOutcome(call, settings, plan.writes.length, commandsPlanAsData(plan));
}

async function show(plan: Plan, settings: Settings, call: PlanCall): Promise<void> {
  const { options, terminal } = call;
  if (options.format === "markdown") terminal.print(commentOf(plan, settings, options.full));
  else await terminal.page(commandsPlanText(withoutRuleFindings(plan), settings, call));
}

function commentOf(plan: Plan, settings: Settings, full: boolean): string {
  const target = targetOf(settings).replaceAll("`", "'");
  return `${formatPlan(plan, { as: "markdown", full })}\n\nFor \`${target}\`.`;
}
