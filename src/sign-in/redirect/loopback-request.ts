import type { IncomingMessage } from "node:http";
import type { FindPeer, Peer } from "./peer.ts";
import type { IgnoredReason } from "./receiver.ts";

/** The path of the loopback redirect: `http://127.0.0.1/callback` is what the portal has registered, without a port. */
export const callbackPath = "/callback";

/** Whether a request can be the player's browser, judged by everything but its parameters. */
export type RequestCheck =
  | { readonly parameters: URLSearchParams }
  | { readonly ignored: IgnoredReason; readonly status: number };

/**
 * Any page and any program on this machine can talk to the port, so only a plain top-level navigation to the exact
 * address counts. Headers that older browsers do not send may be absent. `Referer` says nothing: browsers drop it.
 */
export function checkNavigation(
  request: IncomingMessage,
  authority: string,
  isPath: (path: string) => boolean,
): RequestCheck {
  const { headers } = request;
  const [path = "", ...query] = (request.url ?? "").split("?");
  if (hasSpacedName(request)) return { ignored: "malformed", status: 400 };
  if (!hasHost(request, authority)) return { ignored: "host", status: 421 };
  if (!isPath(path)) return { ignored: "path", status: 404 };
  if (request.method !== "GET") return { ignored: "method", status: 405 };
  if (headers.origin !== undefined && headers.origin !== "null") return { ignored: "origin", status: 403 };
  if (isPrefetch(headers)) return { ignored: "prefetch", status: 503 };
  if (!isNavigation(headers)) return { ignored: "not_a_navigation", status: 403 };
  return { parameters: new URLSearchParams(query.join("?")) };
}

/** Whether a request is a navigation, and not of another user: what that one brings or would take is somebody else's. */
export type VisitCheck =
  | { readonly parameters: URLSearchParams; readonly peer: Exclude<Peer, "foreign"> }
  | { readonly ignored: IgnoredReason; readonly status: number };

/** {@link checkNavigation}, then who sent it. */
export async function checkVisit(
  request: IncomingMessage,
  authority: string,
  { isPath, findPeer }: { readonly isPath: (path: string) => boolean; readonly findPeer: FindPeer },
): Promise<VisitCheck> {
  const check = checkNavigation(request, authority, isPath);
  if ("ignored" in check) return check;
  const peer = await findPeer(request.socket);
  return peer === "foreign" ? { ignored: "other_user", status: 403 } : { ...check, peer };
}

/** White space before the colon, which servers must refuse (RFC 9112 §5.1): the parsers of older Node versions do not. */
function hasSpacedName({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.some((text, index) => index % 2 === 0 && /\s/.test(text));
}

/** A page that lets its own name point to 127.0.0.1 still sends that name here; `headers.host` would hide a second one. */
function hasHost({ headersDistinct }: IncomingMessage, authority: string): boolean {
  const hosts = headersDistinct["host"] ?? [];
  return hosts.length === 1 && hosts[0] === authority;
}

/** `Sec-Purpose` is today's name; the others are what older Chromium, Safari and Firefox send. */
const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

function isPrefetch(headers: IncomingMessage["headers"]): boolean {
  return purposeHeaders.some((name) => /prefetch|prerender|preview/i.test(String(headers[name])));
}

function isNavigation(headers: IncomingMessage["headers"]): boolean {
  return (
    (headers["sec-fetch-dest"] ?? "document") === "document" &&
    (headers["sec-fetch-mode"] ?? "navigate") === "navigate"
  );
}
