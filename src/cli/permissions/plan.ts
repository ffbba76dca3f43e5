import { targetAsData } from "../commands/open-client.ts";
import { ExitCode } from "../frame/failure.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import type { plan as definition } from "./definitions.ts";
import { planGuilds, plansAsData, readRuledSettings } from "./plan-guilds.ts";
import { requestsOf, textOfPlans } from "./plan-text.ts";

export async function run(call: Call<typeof definition.options>): Promise<Outcome> {
  const { options, terminal } = call;
  const settings = await readRuledSettings(call);
  const { plans, skipped } = await planGuilds(call, settings);
  if (!terminal.isForPrograms) await terminal.page(textOfPlans(plans, skipped, settings, call));
  const differs = requestsOf(plans) > 0;
  return {
    result: { target: targetAsData(settings), differs, guilds: plansAsData(plans) },
    exitCode: differs && options.exitCode ? ExitCode.Differs : ExitCode.Done,
  };
}
