import type { IncomingMessage } from "node:http";
import type { MappedPath } from "../../state/url-mappings.ts";

type Header = readonly [name: string, value: string];

/** Hop-by-hop headers (RFC 9110, section 7.6.1). Node sets the ones that the body requires. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
]);

export function* pairsOf({ rawHeaders }: IncomingMessage): Generator<Header> {
  for (let index = 0; index < rawHeaders.length; index += 2)
    yield [rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""];
}

function endToEnd(message: IncomingMessage): Header[] {
  const named = (message.headers.connection ?? "").toLowerCase().split(/\s*,\s*/);
  return [...pairsOf(message)].filter(([name]) => {
    const lower = name.toLowerCase();
    return !hopByHop.has(lower) && !named.includes(lower);
  });
}

export function hostOf({ host, port }: MappedPath): string {
  return port === 80 ? host : `${host}:${port}`;
}

/** @param replaced - Replacement header values, keyed by lower-case name. */
export function requestHeaders(
  request: IncomingMessage,
  target: MappedPath,
  replaced: Readonly<Record<string, string>> = {},
): string[] {
  const headers = endToEnd(request).filter(([name]) => {
    const lower = name.toLowerCase();
    return lower !== "host" && !(lower in replaced);
  });
  const framed: Header[] =
    request.headers["transfer-encoding"] === undefined ? [] : [["transfer-encoding", "chunked"]];
  return [["host", hostOf(target)], ...headers, ...Object.entries(replaced), ...framed].flat();
}

interface ResponseRules {
  readonly id: string;
  readonly origin: string;
  readonly target: MappedPath;
  readonly added: readonly Header[];
  /** Whether the proxy changes the body, which makes its length unknown. */
  readonly isChanged: boolean;
}

export function responseHeaders(answer: IncomingMessage, rules: ResponseRules): string[] {
  const forwarded = endToEnd(answer).flatMap(([name, value]): Header[] => {
    const lower = name.toLowerCase();
    if (lower === "location") return [[name, rewriteLocation(value, rules)]];
    if (lower === "set-cookie") return [[name, rewriteCookie(value, rules)]];
    return lower === "content-length" && rules.isChanged ? [] : [[name, value]];
  });
  return [...forwarded, ...rules.added].flat();
}

function rewriteLocation(location: string, { target, origin }: ResponseRules): string {
  const { mapping } = target;
  if (!URL.canParse(location)) return location;
  const url = new URL(location);
  if (url.host !== hostOf(target) || mapping.prefix.includes("{")) return location;
  const folder = mapping.target.replace(/^[^/]*/, "").replace(/\/$/, "");
  if (!`${url.pathname}/`.startsWith(`${folder}/`)) return location;
  const prefix = mapping.prefix === "/" ? "" : mapping.prefix;
  return `${origin}${prefix}${url.pathname.slice(folder.length)}${url.search}${url.hash}`;
}

function rewriteCookie(cookie: string, { id }: ResponseRules): string {
  return cookie.replace(new RegExp(`;\\s*domain=\\.?${id}\\.discordsays\\.com(?=\\s*(?:;|$))`, "i"), "");
}
