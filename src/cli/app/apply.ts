import {
  type ApplicationEndpoints,
  type ApplicationWrite,
  type ApplicationData,
  planApplication,
  type ApplicationPlan,
} from "slashpass/api";
import { readGlobalTarget, targetAsData } from "../commands/open-client.ts";
import { noteApplied, stoppedFailure } from "../commands/plan-and-apply.ts";
import {
  openApplication,
  planSettings,
  keepRecord,
  readDesiredSettings,
  type DesiredSettings,
} from "./read-desired-settings.ts";
import { settingsPlanAsData } from "./plan.ts";
import { settingsPlanText } from "./plan-text.ts";
import { ExitCode, Failure } from "../frame/failure.ts";
import { type Call, counted, type Outcome } from "../frame/run-command.ts";
import { confirmWrite, refuseUnconfirmed } from "../settings/confirm-write.ts";
import type { apply } from "./definitions.ts";
import { randomBytes } from "node:crypto";
import { judgeForgery, send, type SignatureCheck } from "../verify/judge.ts";

export async function run(call: Call<typeof apply.options>): Promise<Outcome> {
  const { terminal } = call;
  const settings = await readGlobalTarget(call);
  refuseUnconfirmed(call, settings);
  const desired = await readDesiredSettings(settings);
  const api = await openApplication(call, settings);
  const { plan } = await planSettings(call, api, desired);
  terminal.print(settingsPlanText(plan, settings, terminal));
  const result = { target: targetAsData(settings), ...settingsPlanAsData(plan) };
  if (plan.writes.length === 0) return { result: { ...result, left: [] } };
  await tryUrls(plan, call);
  await confirmWrite(call, settings, `Apply ${counted(plan.writes.length, "request")}`);
  const after = await applySettings(call, api.application, plan);
  noteApplied(terminal, plan.writes.length);
  await keepRecord(desired, after);
  const unapplied = findUnapplied(after, desired);
  if (unapplied.length > 0)
    terminal.note(
      terminal.notePaint.yellow(`The service left these settings unchanged: ${unapplied.join(", ")}.`),
    );
  return {
    result: { ...result, left: unapplied },
    exitCode: unapplied.length > 0 ? ExitCode.Differs : ExitCode.Done,
  };
}

async function applySettings(
  { terminal, signal }: Pick<Call, "terminal" | "signal">,
  application: Pick<ApplicationEndpoints, "apply">,
  plan: ApplicationPlan,
): Promise<ApplicationData> {
  const done: ApplicationWrite["kind"][] = [];
  const onWritten = ({ kind }: ApplicationWrite) => done.push(kind);
  try {
    return await terminal.during("Applying", () => application.apply(plan, { signal, onWritten }));
  } catch (error) {
    if (done.length === 0 && !signal.aborted) throw error;
    const doubt = " The service may have completed the pending request.";
    const progress = { done: done.length, total: plan.writes.length, details: { done }, doubt };
    throw stoppedFailure(error, progress, signal.aborted);
  }
}

function findUnapplied(application: ApplicationData, { settings }: DesiredSettings): string[] {
  const { icon, cover_image } = application;
  const imageHashes = { icon: icon ?? undefined, cover_image: cover_image ?? undefined };
  const { role_connections_metadata: _, ...own } = settings;
  return planApplication({ application }, own, { imageHashes }).changes.map(({ path }) => path);
}

const pings: Readonly<Record<string, (applicationId: string) => object>> = {
  interactions_endpoint_url: (applicationId) => ({
    id: "1000000000000006",
    application_id: applicationId,
    type: 1,
    token: "test",
    version: 1,
  }),
  event_webhooks_url: (applicationId) => ({ version: 1, application_id: applicationId, type: 0 }),
};

/**
 * Checks that the new URLs respond with 401 to invalid and missing signatures. Skips URLs that are unreachable from this machine,
 * because Discord checks them anyway.
 */
async function tryUrls(
  { changes, applicationId }: ApplicationPlan,
  call: Pick<Call, "terminal" | "signal">,
): Promise<void> {
  for (const { path, to } of changes) {
    const ping = pings[path];
    if (ping && typeof to === "string") await tryUrl(path, to, JSON.stringify(ping(applicationId)), call);
  }
}

const unreachableCodes: readonly string[] = ["endpoint_unreachable", "tls_failed"];

async function tryUrl(
  setting: string,
  url: string,
  body: string,
  { terminal, signal }: Pick<Call, "terminal" | "signal">,
): Promise<void> {
  try {
    const checks = await terminal.during(`Trying ${url}`, () => forge(url, body, signal));
    const failed = checks.find(({ verdict }) => verdict === "failure");
    if (failed) throw badEndpoint(setting, url, failed);
  } catch (error) {
    if (!(error instanceof Failure) || !unreachableCodes.includes(error.code)) throw error;
    terminal.note(
      terminal.notePaint.yellow(`${error.message} The URL is not tested locally; the service will test it.`),
    );
  }
}

async function forge(url: string, body: string, signal: AbortSignal): Promise<SignatureCheck[]> {
  const post = (headers: Readonly<Record<string, string>>) => send(url, headers, body, signal);
  const check = { publicKey: undefined };
  const forged = await post({
    "x-signature-ed25519": randomBytes(64).toString("hex"),
    "x-signature-timestamp": String(Math.floor(Date.now() / 1000)),
  });
  return [
    judgeForgery({ ...check, check: "bad signature", sent: "a PING with a wrong signature" }, forged),
    judgeForgery({ ...check, check: "no signature", sent: "a PING without the headers" }, await post({})),
  ];
}

function badEndpoint(setting: string, url: string, { sent, found, advice }: SignatureCheck): Failure {
  return new Failure(`${setting} was not changed. slashpass sent ${sent} to ${url}. ${found}`, {
    code: "bad_endpoint",
    hint: advice,
  });
}
