import { validationError } from "./errors.ts";

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
}

export const defaultApiBase = "https://discord.com/api/v10";
export const defaultWebBase = "https://discord.com";

/**
 * @throws ClientError `invalid_base_url` (ValidationError) for anything but https, or http on this machine
 *   (RFC 6749 §3.1, §3.2).
 */
export function describeService(apiBase: string, webBase: string): Service {
  const api = parseBase(apiBase, "apiBase");
  const web = parseBase(webBase, "webBase");
  return {
    issuer: web.text,
    authorizationEndpoint: `${web.text}/oauth2/authorize`,
    tokenEndpoint: `${api.text}/oauth2/token`,
    revocationEndpoint: `${api.text}/oauth2/token/revoke`,
    apiBase: api.text,
    insecure: api.insecure || web.insecure,
  };
}

function parseBase(value: string, name: string): { text: string; insecure: boolean } {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || url.search || url.hash || url.username) {
    throw validationError(
      "invalid_base_url",
      `${name} is not a plain URL.`,
      `Write it like ${defaultApiBase}.`,
    );
  }
  const insecure = url.protocol === "http:" && isLoopback(url.hostname);
  if (url.protocol !== "https:" && !insecure) {
    throw validationError(
      "invalid_base_url",
      `${name} uses ${url.protocol.slice(0, -1)}, over which codes and tokens could be read.`,
      "Use https; plain http is accepted for 127.0.0.1, [::1] and localhost only.",
    );
  }
  return { text: url.href.replace(/\/+$/, ""), insecure };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
