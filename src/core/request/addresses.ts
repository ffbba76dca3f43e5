import { validationError } from "../errors.ts";
import { wrongArgument, isWellFormed, type Reader, textOf } from "../check/readers.ts";

/** The service's main host. Some of the service's other hosts are subdomains of it. */
export const serviceHost = "discord.com";

export function isServiceHost(address: string): boolean {
  return `.${new URL(address).hostname}`.endsWith(`.${serviceHost}`);
}

/** Removes the trailing version from an API base URL (Discord documentation, Reference, "API Versioning"). */
export function withoutVersion(apiBase: string): string {
  return apiBase.replace(/\/v\d{1,4}$/, "");
}

/** The service's own domains, including its file and gateway domains. */
export const serviceDomains: readonly string[] = [
  serviceHost,
  "discordapp.com",
  "discordapp.net",
  "discord.gg",
];

/** The gateway's host (Discord documentation, Gateway, "Get Gateway"). */
export const gatewayHost = "gateway.discord.gg";

/** The service's website, which is also the issuer of its tokens. */
export const defaultWebBase: string = `https://${serviceHost}`;
const serviceApi = `${defaultWebBase}/api`;

/** The supported API versions. */
export const apiVersions = [10, 11] as const;
/** A supported API version. @stable */
export type ApiVersion = (typeof apiVersions)[number];

/** The part of the global `fetch` that the library uses. Pass your own function to route or observe requests. @stable */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The service's URLs and the `fetch` function. @stable */
export interface ServiceOptions {
  /**
   * The API base URL, including the version. Default: `https://discord.com/api/v10`. Throws `invalid_base_url` unless the URL
   * uses https, or http on this machine.
   */
  readonly apiBase?: string | undefined;
  /**
   * The API version to append if `apiBase` has none (Discord documentation, Reference, "API Versioning"). Default: 10. Version 11
   * always paginates thread members.
   */
  readonly apiVersion?: ApiVersion | undefined;
  /** Sends the requests instead of the global `fetch`, for example through a proxy or in tests. */
  readonly fetch?: Fetch | undefined;
}

/**
 * Returns the base URL. A custom URL that has no version is used unchanged unless `apiVersion` is set, because the server may
 * choose a version itself.
 *
 * @throws ClientError `invalid_base_url`; `conflicting_versions` if `apiBase` and `apiVersion` specify different versions.
 */
export function resolveApiBase({ apiBase, apiVersion }: Omit<ServiceOptions, "fetch">): string {
  if (apiBase === undefined) return `${serviceApi}/v${apiVersion ?? 10}`;
  const base = parseBaseUrl(apiBase, "apiBase");
  const ownVersion = versionOf(base);
  if (apiVersion === undefined || ownVersion === apiVersion) return base;
  if (ownVersion === undefined) return `${base}/v${apiVersion}`;
  throw validationError(
    "conflicting_versions",
    `apiBase ends in /v${ownVersion}, but apiVersion is ${apiVersion}.`,
    `Omit apiVersion, or change the end of apiBase to /v${apiVersion}.`,
  );
}

export function versionOf(apiBase: string): number | undefined {
  const digits = /\/v(\d{1,4})$/.exec(apiBase)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Validates the base URL of a service that will receive tokens.
 *
 * @returns The URL without trailing slashes.
 * @throws ClientError `invalid_base_url` unless the URL uses https, or http to this machine, and has only a host and a path. The
 *   service's old host is also rejected (Application Commands Interface, "Limits").
 */
export function parseBaseUrl(value: unknown, name: string): string {
  if (typeof value !== "string") throw wrongArgument(name, value, "a URL", { code: "invalid_base_url" });
  if (!URL.canParse(value)) throw invalidBaseUrl(name, "is not a URL", "Write it with its scheme: https://…");
  const url = new URL(value);
  // `search` and `hash` are also empty for a bare `?` or `#`, which would swallow every appended path.
  if (url.username || url.password || /[?#]/.test(value)) {
    throw invalidBaseUrl(
      name,
      "contains more than a host and a path",
      "Remove the user name, password, query and fragment.",
    );
  }
  if (!isSecureUrl(url)) {
    throw invalidBaseUrl(
      name,
      "would send tokens unencrypted",
      "Use https. http is allowed only for this machine.",
    );
  }
  if (/(?:^|\.)discordapp\.com$/.test(url.hostname))
    throw invalidBaseUrl(
      name,
      "is an old service address, with one rate limit for all callers",
      "Use https://discord.com/api/v10.",
    );
  return url.href.replace(/\/+$/, "");
}

/** Whether a URL's host name is a loopback address (RFC 8252 §7.3, §8.3). */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

/** Whether a URL uses https, or http on this machine. */
export function isSecureUrl({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

function invalidBaseUrl(name: string, problem: string, hint: string) {
  return validationError("invalid_base_url", `${name} ${problem}.`, hint);
}

declare const encoded: unique symbol;

/** A path in which every value is encoded. Created only by this file. */
export type ApiPath = string & { readonly [encoded]: true };

type Write = (texts: TemplateStringsArray, ...values: readonly string[]) => ApiPath;

/** A template tag that encodes each value as one path segment. */
export const apiPath: Write = (texts, ...values) => {
  const parts = values.map((value) => pathPart(value, "A value"));
  // Every value is encoded above.
  return String.raw({ raw: texts }, ...parts) as ApiPath;
};

export function below(path: ApiPath): Write {
  return (texts, ...values) => (path + apiPath(texts, ...values)) as ApiPath;
}

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

export function withQuery(path: ApiPath, parameters: Parameters): ApiPath {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return (query.size === 0 ? path : `${path}?${query.toString()}`) as ApiPath;
}

/**
 * Encodes a string as one path segment. `@` is kept, as in `@me`.
 *
 * @throws ClientError `invalid_argument` for a lone surrogate, an empty string, `.` or `..`. URL parsers resolve the dots even if
 *   they are encoded.
 */
export function pathPart(text: string, name: string): string {
  if (text === "" || text === "." || text === "..") throw invalidPathPart(name, "leads elsewhere");
  if (!isWellFormed(text)) throw invalidPathPart(name, "contains half a surrogate pair");
  return encodeURIComponent(text).replaceAll("%40", "@");
}

export function pathPartOf(most: number): Reader<string> {
  const read = textOf({ most });
  return (value, name) => {
    const text = read(value, name);
    pathPart(text, name);
    return text;
  };
}

function invalidPathPart(name: string, why: string) {
  return validationError(
    "invalid_argument",
    `${name} cannot be part of a request path: it ${why}.`,
    "No request was sent. Pass the value exactly as received from the service.",
  );
}
