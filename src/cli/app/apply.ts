import { targetAsData } from "../commands/open-client.ts";
import { type ApplicationData, planApplication } from "slashpass/api";
import { ExitCode } from "../frame/failure.ts";
import { type Call, counted, type Outcome } from "../frame/run-command.ts";
import { confirmWrite, refuseUnconfirmed } from "../settings/confirm-write.ts";
import { carryOut } from "./carry-out.ts";
import type { apply } from "./definitions.ts";
import { compare, openApplication, readTarget } from "./open-application.ts";
import { keepRecord } from "./picture-record.ts";
import { planAsData } from "./plan.ts";
import { planText } from "./plan-text.ts";
import { readWanted, type Wanted } from "./read-wanted.ts";
import { tryUrls } from "./try-urls.ts";

export async function run(call: Call<typeof apply.options>): Promise<Outcome> {
  const { terminal } = call;
  const settings = await readTarget(call);
  refuseUnconfirmed(call, settings);
  const wanted = await readWanted(settings);
  const api = await openApplication(call, settings);
  const { plan } = await compare(call, api, wanted);
  terminal.print(planText(plan, settings, terminal));
  const result = { target: targetAsData(settings), ...planAsData(plan) };
  if (plan.writes.length === 0) return { result: { ...result, left: [] } };
  await tryUrls(plan, call);
  const requests = counted(plan.writes.length, "request");
  await confirmWrite(call, settings, `Apply ${requests}`);
  const after = await carryOut(call, api.application, plan);
  terminal.note(terminal.notePaint.green(`Applied: ${requests}.`));
  await keepRecord(wanted.config, after, wanted.digests);
  const left = leftBy(after, wanted);
  if (left.length > 0)
    terminal.note(terminal.notePaint.yellow(`The service did not change: ${left.join(", ")}.`));
  return { result: { ...result, left }, exitCode: left.length > 0 ? ExitCode.Differs : ExitCode.Done };
}

function leftBy(application: ApplicationData, { settings }: Wanted): string[] {
  const { icon, cover_image } = application;
  const imageHashes = { icon: icon ?? undefined, cover_image: cover_image ?? undefined };
  // `apply` returns only the application, without the metadata.
  const { role_connections_metadata: _, ...own } = settings;
  return planApplication({ application }, own, { imageHashes }).changes.map(({ path }) => path);
}
