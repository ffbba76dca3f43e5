import { ClientError, ErrorType } from "../errors.ts";
import type { Fetch } from "./addresses.ts";

export interface NetworkFailure {
  /** The system's or OpenSSL's error code, such as ECONNREFUSED or CERT_HAS_EXPIRED, or `no connection` if the error has none. */
  readonly reason: string;
  /** Whether the TLS connection failed, in which case a retry would not help. */
  readonly isTls: boolean;
  readonly advice: string | undefined;
}

export type Variables = Readonly<Record<string, string | undefined>>;

interface Runtime {
  readonly Deno?: unknown;
  readonly process?: {
    readonly env?: Variables;
    readonly allowedNodeEnvironmentFlags?: ReadonlySet<string>;
  };
}

/**
 * Determines why `fetch` rejected.
 *
 * @param error - Any thrown value. Only its error codes are used, because messages may quote the request.
 * @param fetch - The caller's own function; `undefined` for the global one.
 */
export function describeNetworkFailure(url: string, error: unknown, fetch?: Fetch): NetworkFailure {
  const codes = readOr([], () => codesOf(error));
  const tls = codes.find((code) => tlsCode.test(code));
  if (tls !== undefined) return { reason: tls, isTls: true, advice: adviseOnTls(tls) };
  return { reason: codes[0] ?? "no connection", isTls: false, advice: adviseOnProxy(url, fetch) };
}

/** Never throws. */
export function networkError(operation: string, url: string, error: unknown, fetch?: Fetch): ClientError {
  const { origin } = new URL(url);
  const { reason, isTls, advice } = describeNetworkFailure(url, error, fetch);
  const type = ErrorType.NetworkError;
  if (isTls) {
    const message = `${operation} could not establish a trusted TLS connection to ${origin} (${reason}).`;
    return new ClientError({ type, code: "tls_failed", message, hint: advice });
  }
  return new ClientError({
    type,
    code: "network_error",
    message: `${operation} could not reach ${origin} (${reason}).`,
    hint: ["Check the connection and apiBase.", advice].filter(Boolean).join(" "),
    retryable: true,
  });
}

/** Returns error codes, innermost first. Node's fetch wraps errors, and an AggregateError contains one for each address. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== "object" || error === null || depth > 5) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const causes: unknown[] = [cause, ...(Array.isArray(errors) ? errors.slice(0, 10) : [])];
  const inner = causes.flatMap((one) => codesOf(one, depth + 1));
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? [...inner, code] : inner;
}

/** OpenSSL certificate errors (Node.js, TLS, "X509 certificate error codes") and TLS protocol errors. */
const tlsCode =
  /CERT|CRL|^UNABLE_TO_|^ERR_(?:SSL|TLS)_|^EPROTO$|^INVALID_(?:CA|PURPOSE)$|^(?:PATH_LENGTH|HOSTNAME_M)/;

const tlsCauses: readonly (readonly [RegExp, string])[] = [
  [/EXPIRED|NOT_YET_VALID/, "Check this machine's clock and the certificate's dates. "],
  [/ALTNAME|HOSTNAME/, "The certificate is for another host: check the address. "],
  [/^(?:EPROTO|ERR_)/, "Check that this address and port use TLS. "],
];

function adviseOnTls(code: string): string {
  const [, cause = ""] = tlsCauses.find(([pattern]) => pattern.test(code)) ?? [];
  const { process } = globalThis as Runtime;
  const hasSystemCa = readOr(false, () => process?.allowedNodeEnvironmentFlags?.has("--use-system-ca"));
  const alternative = hasSystemCa === true ? ", or start Node with --use-system-ca" : "";
  return `${cause}If a proxy or a security program decrypts the traffic, set NODE_EXTRA_CA_CERTS to its root certificate file${alternative}.`;
}

function adviseOnProxy(url: string, fetch: Fetch | undefined): string | undefined {
  const { Deno, process } = globalThis as Runtime;
  // Deno would prompt for permission to read the environment.
  const env = Deno === undefined ? readOr(undefined, () => process?.env) : undefined;
  const variable = env && readOr(undefined, () => findProxyVariable(url, env));
  if (variable === undefined || readOr(true, () => isOwnFetch(fetch))) return undefined;
  return readOr(false, isProxied)
    ? `The request went through the proxy set in ${variable}: check that the proxy is reachable and allows this host.`
    : `${variable} is set, but Node's fetch ignores it by default: pass a fetch function that uses the proxy.`;
}

/**
 * Whether the caller replaced the global fetch, possibly with one that uses the proxy. The library's wrappers store the wrapped
 * function in `inner`.
 */
function isOwnFetch(fetch: (Fetch & { readonly inner?: Fetch }) | undefined): boolean {
  return fetch !== undefined && (fetch.inner ?? fetch) !== globalThis.fetch;
}

/** Whether undici, which implements Node's fetch, uses a proxy dispatcher. */
function isProxied(): boolean {
  return Object.getOwnPropertySymbols(globalThis)
    .filter(({ description = "" }) => description.startsWith("undici.globalDispatcher"))
    .some((key) => {
      const dispatcher: unknown = Reflect.get(globalThis, key);
      return String((dispatcher as object | undefined)?.constructor.name).includes("Proxy");
    });
}

/** Getters, proxy objects and permission checks may throw. */
function readOr<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}

/** Never proxied, even if NO_PROXY does not list them, because the emulator listens on loopback. */
const loopbackHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Returns the hosts whose requests bypass the proxy. Each entry also matches its subdomains and may have a port; `*` means every
 * host.
 */
export function hostsWithoutProxy(env: Variables): readonly string[] {
  const named = (env["no_proxy"] ?? env["NO_PROXY"] ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
  return [...loopbackHosts, ...named];
}

/**
 * Returns the name of the variable that sets the proxy for `url`: HTTPS_PROXY or HTTP_PROXY, in lower or upper case. Like undici,
 * falls back to HTTP_PROXY for https URLs.
 */
export function findProxyVariable(url: string, env: Variables): string | undefined {
  const { protocol, hostname, port } = new URL(url);
  const isHttps = protocol === "https:";
  const ownPort = port || (isHttps ? "443" : "80");
  const isExempt = hostsWithoutProxy(env).some((entry) => {
    const [, host = "", onPort = ownPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return host === "*" || (onPort === ownPort && (hostname === host || hostname.endsWith(`.${host}`)));
  });
  const names = [...(isHttps ? ["https_proxy", "HTTPS_PROXY"] : []), "http_proxy", "HTTP_PROXY"];
  return isExempt ? undefined : names.find((name) => env[name]);
}
