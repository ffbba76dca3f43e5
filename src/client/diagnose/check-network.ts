import type { HttpAnswer } from "../../core/request/send.ts";
import type { CheckContext } from "./context.ts";
import { finding, type Finding } from "./finding.ts";
import { unexpectedStatus } from "./service-answers.ts";

/** Beyond this the clock is worth a word, in seconds: ID tokens are compared with it. */
const tolerance = 30;
/** Beyond this certificates and tokens of a few minutes fail, in seconds. */
const mostTolerance = 300;

/** Whether the API and the authorize page answer. */
export async function checkNetwork({ answers, service }: CheckContext): Promise<Finding> {
  const [{ status }] = await Promise.all([answers.gateway(), answers.authorize()]);
  if (status !== 200) throw unexpectedStatus("Asking the API", status);
  const { apiBase, authorizationEndpoint } = service;
  return finding("ok", `${apiBase} and ${authorizationEndpoint} answer.`);
}

/** The clock against the one of the service (RFC 9110 §6.6.1, whose times have whole seconds). */
export async function checkClock({ answers, machine }: CheckContext): Promise<Finding> {
  const answer = await answers.gateway().catch(() => undefined);
  const theirs = answer && dateOf(answer);
  if (theirs === undefined) return finding("not-checked", "The service did not say what time it is.");
  const seconds = Math.round((machine.now() - theirs) / 1000);
  const off = Math.abs(seconds);
  if (off <= tolerance) return finding("ok", "The clock agrees with that of the service.");
  return finding(
    off > mostTolerance ? "failure" : "warning",
    `The clock is ${inWords(off)} ${seconds > 0 ? "ahead of" : "behind"} that of the service.`,
    "Let the system set its clock from the network: it decides when tokens expire.",
  );
}

function dateOf({ headers }: HttpAnswer): number | undefined {
  const time = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(time) ? undefined : time;
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200
    ? `about ${Math.round(seconds / 60)} minutes`
    : `about ${Math.round(seconds / 3_600)} hours`;
}
