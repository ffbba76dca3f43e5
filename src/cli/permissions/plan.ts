import { planOutcome } from "../commands/plan-and-apply.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import type { plan as definition } from "./definitions.ts";
import { planGuilds, plansAsData, readRuledSettings } from "./plan-guilds.ts";
import { requestsOf, textOfPlans } from "./plan-text.ts";

export async function run(call: Call<typeof definition.options>): Promise<Outcome> {
  const { terminal } = call;
  const settings = await readRuledSettings(call);
  const { plans, skipped } = await planGuilds(call, settings);
  if (!terminal.isForPrograms) await terminal.page(textOfPlans(plans, skipped, settings, call));
  return planOutcome(call, settings, requestsOf(plans), { guilds: plansAsData(plans) });
}
