import { targetAsData } from "../commands/open-client.ts";
import type { ApplicationPlan } from "slashpass/api";
import { ExitCode } from "../frame/failure.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import type { plan as definition } from "./definitions.ts";
import { compare, openApplication, readTarget } from "./open-application.ts";
import { planText } from "./plan-text.ts";
import { portalSettings, portalText } from "./portal-settings.ts";
import { readWanted } from "./read-wanted.ts";

export async function run(call: Call<typeof definition.options>): Promise<Outcome> {
  const { options, terminal } = call;
  const settings = await readTarget(call);
  const wanted = await readWanted(settings);
  const { live, plan } = await compare(call, await openApplication(call, settings), wanted);
  const portal = portalText(live, terminal.columns);
  await terminal.page(`${planText(plan, settings, terminal)}\n\n${portal}`);
  const differs = plan.writes.length > 0;
  return {
    result: { target: targetAsData(settings), differs, ...planAsData(plan), portal: portalSettings(live) },
    exitCode: differs && options.exitCode ? ExitCode.Differs : ExitCode.Done,
  };
}

export function planAsData({ changes, writes }: ApplicationPlan) {
  return { changes, requests: writes.map(({ kind }) => kind) };
}
