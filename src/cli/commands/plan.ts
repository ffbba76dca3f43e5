import { formatPlan, type Plan } from "slashpass/commands";
import type { Call, Outcome } from "../frame/run-command.ts";
import { ExitCode, misunderstood } from "../frame/failure.ts";
import { targetOf } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";
import type { plan as definition } from "./definitions.ts";
import { loadCommands } from "./source.ts";
import { planKeepingPermissions } from "./keep-permissions.ts";
import { asTold, inOwnWords, planAsData, planText } from "./make-plan.ts";
import { openAndPlan } from "./open-and-plan.ts";
import { readTarget, targetAsData } from "./open-client.ts";

type PlanCall = Call<typeof definition.options>;

export async function run(call: PlanCall): Promise<Outcome> {
  const { options, terminal } = call;
  refuseTwoFormats(call);
  const settings = await readTarget(call);
  const loaded = await loadCommands(call, settings.commandsFile, settings);
  const { plan } = await planKeepingPermissions(call, (as) => openAndPlan(as, settings, loaded));
  if (!terminal.isForPrograms) await show(plan, settings, call);
  const differs = plan.writes.length > 0;
  return {
    result: { target: targetAsData(settings), differs, ...planAsData(plan) },
    exitCode: differs && options.exitCode ? ExitCode.Differs : ExitCode.Done,
  };
}

function refuseTwoFormats({ options, terminal }: PlanCall): void {
  if (options.format === undefined || !terminal.isForPrograms) return;
  throw misunderstood(
    "--format and --json cannot be used together: --json prints the plan as data.",
    "Specify only one of them.",
  );
}

async function show(plan: Plan, settings: Settings, call: PlanCall): Promise<void> {
  const { options, terminal } = call;
  if (options.format === "markdown") terminal.print(commentOf(plan, settings, options.full));
  else await terminal.page(planText(asTold(plan), settings, call));
}

function commentOf(plan: Plan, settings: Settings, full: boolean): string {
  const target = targetOf(settings).replaceAll("`", "'");
  const told = { ...plan, warnings: plan.warnings.map(inOwnWords) };
  return `${formatPlan(told, { as: "markdown", full })}\n\nFor \`${target}\`.`;
}
