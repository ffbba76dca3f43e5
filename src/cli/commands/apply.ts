import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import { confirmWrite, refuseUnconfirmed } from "../settings/confirm-write.ts";
import { appliedOutcome, applyCommands, refuseErasingPlan } from "./apply-commands.ts";
import type { apply } from "./definitions.ts";
import { loadCommands } from "./source.ts";
import { planKeepingPermissions, printPlan, withoutRuleFindings, openAndPlan } from "./make-plan.ts";
import { readTarget } from "./open-client.ts";
import { watch } from "./watch.ts";

export async function run(call: Call<typeof apply.options>): Promise<Outcome> {
  const settings = await readTarget(call);
  if (call.options.watch) return watch(call, settings);
  refuseUnconfirmed(call, settings);
  const loaded = await loadCommands(call, settings.commandsFile, settings);
  const { scope, plan } = await planKeepingPermissions(call, (as) => openAndPlan(as, settings, loaded));
  printPlan(withoutRuleFindings(plan), settings, call);
  if (plan.writes.length === 0) return appliedOutcome(settings, plan);
  refuseErasingPlan({ settings, allowPermissionLoss: call.options.allowPermissionLoss }, plan);
  const action = `Apply ${counted(plan.writes.length, "request")}`;
  await confirmWrite(call, settings, action);
  const report = await applyCommands(call, settings, "Applied", plan, (options) =>
    scope.apply(plan, options),
  );
  return appliedOutcome(settings, plan, report);
}
