import { parseBaseUrl } from "../core/request/base-url.ts";
import { serviceHost } from "../wire/service-host.ts";

/** The addresses of one service, all made from its two base URLs (Discord documentation, OAuth2). */
export interface Service {
  /** Issuer of its tokens (RFC 9207, OpenID Connect Core §2): the web base. */
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string;
  readonly apiBase: string;
  /** Whether plain http is accepted: only for a service on this machine. */
  readonly insecure: boolean;
  /** Whether players sign in at the vendor's own pages: then nobody but the player sees what the browser shows. */
  readonly isReal: boolean;
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
