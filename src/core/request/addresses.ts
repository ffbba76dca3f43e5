import { validationError } from "../errors.ts";
import type { Fetch } from "./fetch.ts";
import { serviceHost } from "../../wire/service-host.ts";
import { wrongArgument, isWellFormed, type Reader, textOf } from "../check/readers.ts";

/** The base URL of the service's web pages, and the issuer of its tokens. */
export const defaultWebBase: string = `https://${serviceHost}`;
const serviceApi = `${defaultWebBase}/api`;

/** The supported API versions. */
export const apiVersions = [10, 11] as const;
/** A supported API version. */
export type ApiVersion = (typeof apiVersions)[number];

/** The URLs of the service, and the `fetch` function. */
export interface ServiceOptions {
  /**
   * The base URL of the API, including the version. Default `https://discord.com/api/v10`. Error: `invalid_base_url` unless it is
   * https, or http on this machine.
   */
  readonly apiBase?: string | undefined;
  /**
   * The API version, for an `apiBase` without one (Discord documentation, Reference, "API Versioning"). Default 10. Version 11
   * always paginates thread members.
   */
  readonly apiVersion?: ApiVersion | undefined;
  /** Sends the requests instead of the global `fetch`, for example through a proxy or in tests. */
  readonly fetch?: Fetch | undefined;
}

/**
 * A custom base URL without a version is used unchanged unless `apiVersion` is set; the server behind it may choose one.
 *
 * @throws ClientError `invalid_base_url`; `conflicting_versions` if both contain a version and they differ.
 */
export function resolveApiBase({ apiBase, apiVersion }: Omit<ServiceOptions, "fetch">): string {
  if (apiBase === undefined) return `${serviceApi}/v${apiVersion ?? 10}`;
  const base = parseBaseUrl(apiBase, "apiBase");
  const ownVersion = versionOf(base);
  if (apiVersion === undefined || ownVersion === apiVersion) return base;
  if (ownVersion === undefined) return `${base}/v${apiVersion}`;
  throw validationError(
    "conflicting_versions",
    `apiBase ends in /v${ownVersion}, and apiVersion is ${apiVersion}.`,
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
 * @throws ClientError `invalid_base_url` unless it is an https URL, or http to this machine, with only a host and a path, and not
 *   the service's old host (Application Commands Interface, "Limits").
 */
export function parseBaseUrl(value: unknown, name: string): string {
  if (typeof value !== "string") throw wrongArgument(name, value, "a URL", { code: "invalid_base_url" });
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url) throw invalidBaseUrl(name, "is not a URL", "Write it with its scheme: https://…");
  // `search` and `hash` omit an empty query or fragment, which would swallow every appended path.
  if (url.username || url.password || /[?#]/.test(value)) {
    throw invalidBaseUrl(
      name,
      "contains more than a host and a path",
      "Remove the user name, password, query and fragment.",
    );
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw invalidBaseUrl(
      name,
      "would send tokens unencrypted",
      "Use https. http is allowed only for this machine.",
    );
  }
  if (/(?:^|\.)discordapp\.com$/.test(url.hostname))
    throw invalidBaseUrl(
      name,
      "is an old address of the service, where all callers share one rate limit",
      "Use https://discord.com/api/v10.",
    );
  return url.href.replace(/\/+$/, "");
}

/** Whether a URL's host name is a loopback address (RFC 8252 §7.3, §8.3). */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function invalidBaseUrl(name: string, problem: string, hint: string) {
  return validationError("invalid_base_url", `${name} ${problem}.`, hint);
}

declare const encoded: unique symbol;

/** Created only in this file, so every value in it is encoded. */
export type ApiPath = string & { readonly [encoded]: true };

type Write = (texts: TemplateStringsArray, ...values: readonly string[]) => ApiPath;

/**
 * A template tag that encodes each value as one path segment.
 *
 * @throws ClientError `invalid_argument`; see {@link pathPart}.
 */
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
 * @throws ClientError `invalid_argument` for an empty string, `.` or `..`, which URL parsers resolve even if encoded; and for a
 *   lone surrogate.
 */
export function pathPart(text: string, name: string): string {
  if (text === "" || text === "." || text === "..") throw invalidPathPart(name, "leads to another address");
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
    `${name} cannot be part of a request's path: it ${why}.`,
    "No request was sent. Pass the value exactly as received from the service.",
  );
}
