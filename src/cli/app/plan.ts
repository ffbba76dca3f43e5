import { planOutcome } from "../commands/plan-and-apply.ts";
import { readGlobalTarget } from "../commands/open-client.ts";
import type { ApplicationPlan } from "slashpass/api";
import type { Call, Outcome } from "../frame/run-command.ts";
import type { plan as definition } from "./definitions.ts";
import { openApplication, planSettings, readDesiredSettings } from "./read-desired-settings.ts";
import { settingsPlanText, portalSettings, portalText } from "./plan-text.ts";

export async function run(call: Call<typeof definition.options>): Promise<Outcome> {
  const { terminal } = call;
  const settings = await readGlobalTarget(call);
  const desired = await readDesiredSettings(settings);
  const { live, plan } = await planSettings(call, await openApplication(call, settings), desired);
  const portal = portalText(live, terminal.columns);
  await terminal.page(`${settingsPlanText(plan, settings, terminal)}\n\n${portal}`);
  const data = { ...settingsPlanAsData(plan), portal: portalSettings(live) };
  return planOutcome(call, settings, plan.writes.length, data);
}

export function settingsPlanAsData({ changes, writes }: ApplicationPlan) {
  return { changes, requests: writes.map(({ kind }) => kind) };
}
