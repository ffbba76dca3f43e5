import { isClientError } from "../errors.ts";

/** The fixed segments of the service's paths. Any other segment may be a token. */
const knownSegments: ReadonlySet<string> = new Set(
  (
    "@me @original .well-known activity-instances api applications authorize bulk callback channels child-token commands device guilds " +
    "interactions keys lobbies members messages metadata oauth2 openid-configuration partner-sdk permissions provisional-accounts revoke role-connection role-connections " +
    "thread-members token unmerge users voice-status webhooks"
  ).split(" "),
);

/** May be logged without redaction, so it contains only parts that cannot be secret. */
export function describeRequest(
  url: string,
  { method, operation }: { readonly method: string; readonly operation: string },
  tookMs: number,
  outcome: unknown,
): string {
  const took = Math.round(tookMs);
  return `[http] ${method} ${maskedAddress(url)} ${outcomeCode(outcome)} in ${took} ms: ${operation}`;
}

function outcomeCode(outcome: unknown): string {
  if (typeof outcome === "number") return String(outcome);
  return isClientError(outcome) && /^[a-z_]{1,40}$/.test(outcome.code) ? outcome.code : "failed";
}

function maskedAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.split("/").map(maskedSegment).join("/");
}

function maskedSegment(segment: string): string {
  const isPlain = segment === "" || knownSegments.has(segment) || /^(?:v\d{1,2}|\d{1,20})$/.test(segment);
  return isPlain ? segment : "[hidden]";
}
