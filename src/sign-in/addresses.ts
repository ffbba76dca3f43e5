import type { Fetch } from "../core/request/send.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import { parseBaseUrl } from "../core/request/addresses.ts";
import { serviceHost } from "../wire/service-host.ts";
import type { Service } from "./browser-consent.ts";

/** A `fetch` that logs each request: method, address without its query, status and milliseconds. Never a header or body. */
export function loggedFetch(inner: Fetch, log: Log): Fetch {
  return async (url, init) => {
    const { host, pathname } = new URL(url);
    const started = performance.now();
    const response = await inner(url, init);
    const took = Math.round(performance.now() - started);
    log(
      LoggingSeverity.Verbose,
      "http",
      `${init.method} ${host}${pathname} ${response.status} in ${took} ms`,
    );
    return response;
  };
}

/**
 * @throws ClientError `invalid_base_url` (ValidationError) for anything but https, or http on this machine
 *   (RFC 6749 §3.1, §3.2).
 */
export function describeService(apiBase: string, webBase: string): Service {
  const api = parseBaseUrl(apiBase, "apiBase");
  const web = parseBaseUrl(webBase, "webBase");
  return {
    issuer: web,
    authorizationEndpoint: `${web}/oauth2/authorize`,
    tokenEndpoint: `${api}/oauth2/token`,
    revocationEndpoint: `${api}/oauth2/token/revoke`,
    apiBase: api,
    insecure: [api, web].some((base) => base.startsWith("http:")),
    isReal: `.${new URL(web).hostname}`.endsWith(`.${serviceHost}`),
  };
}
