import { isClientError } from "../errors.ts";
import type { SendOptions } from "./send.ts";

/** The fixed words in the service's paths. Any other part may be a token: of an interaction, or of a proxy. */
const words: ReadonlySet<string> = new Set(
  (
    "@me @original activity-instances api applications authorize bulk callback channels child-token commands device guilds " +
    "interactions lobbies members messages metadata oauth2 partner-sdk permissions provisional-accounts revoke role-connection role-connections " +
    "thread-members token unmerge users voice-status webhooks"
  ).split(" "),
);

/**
 * What became of a request: method, address without its query, status or failure, and milliseconds. It is shown also where
 * nothing can be redacted, so it holds only what can be no secret.
 */
export function requestLine(
  url: string,
  { method, operation }: Pick<SendOptions, "method" | "operation">,
  tookMs: number,
  outcome: unknown,
): string {
  const took = Math.round(tookMs);
  return `[http] ${method} ${shownAddress(url)} ${shownOutcome(outcome)} in ${took} ms: ${operation}`;
}

function shownOutcome(outcome: unknown): string {
  if (typeof outcome === "number") return String(outcome);
  return isClientError(outcome) && /^[a-z_]{1,40}$/.test(outcome.code) ? outcome.code : "failed";
}

function shownAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.split("/").map(shownSegment).join("/");
}

function shownSegment(segment: string): string {
  const isPlain = segment === "" || words.has(segment) || /^(?:v\d{1,2}|\d{1,20})$/.test(segment);
  return isPlain ? segment : "[hidden]";
}
