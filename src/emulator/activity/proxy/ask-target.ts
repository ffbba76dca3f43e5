import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { LookupFunction } from "node:net";
import type { MappedPath } from "../../state/url-mappings.ts";

/**
 * What `localhost` and names below `localhost` are: this machine, whatever its own resolver says, and whichever of the two addresses a server
 * listens on.
 */
const thisMachine: LookupFunction = (_name, { all }, tell) => {
  const [first, second] = ["127.0.0.1", "::1"];
  if (all)
    tell(null, [
      { address: first, family: 4 },
      { address: second, family: 6 },
    ]);
  else tell(null, first, 4);
};

/** What a target answers; Node's type is for requests, too, which have no status. */
export interface TargetAnswer extends IncomingMessage {
  statusCode: number;
  statusMessage: string;
}

/** Asks a target, which may be on this machine only. The body is the caller's to send. */
export function askTarget(
  { method = "GET" }: IncomingMessage,
  target: MappedPath,
  { search, headers }: { readonly search: string; readonly headers: readonly string[] },
): ClientRequest {
  const { host, port, path } = target;
  return request({
    host: /localhost$/i.test(host) ? "localhost" : host.replace(/^\[|\]$/g, ""),
    port,
    method,
    path: `${path}${search}`,
    headers,
    lookup: thisMachine,
    // A connection left open before a restart of the server would fail.
    agent: false,
  });
}
