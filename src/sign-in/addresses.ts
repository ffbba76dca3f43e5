import { parseBaseUrl } from "../core/request/addresses.ts";
import { serviceHost } from "../wire/service-host.ts";
import type { Service } from "../tokens/token-endpoint.ts";

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
