import { randomBytes } from "node:crypto";
import type { ApplicationPlan } from "slashpass/api";
import { Failure } from "../frame/failure.ts";
import type { Call } from "../frame/run-command.ts";
import { judgeForgery, send, type SignatureCheck } from "../verify/judge.ts";

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
 * The new URLs must respond with 401 to invalid and missing signatures. URLs that are unreachable from this machine are skipped;
 * the service checks them anyway.
 *
 * @throws Failure `bad_endpoint`.
 */
export async function tryUrls(
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
      terminal.notePaint.yellow(`${error.message} It is not tried from here; the service will try it.`),
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
  return new Failure(`${setting} was not changed: ${url} was sent ${sent}. ${found}`, {
    code: "bad_endpoint",
    hint: advice,
  });
}
