import { validationError } from "../errors.ts";
import type { Fetch } from "./send.ts";
import { serviceHost } from "../../wire/service-host.ts";
import { wrongArgument, isWellFormed, type Reader, textOf } from "../check/readers.ts";

/** The service's web pages, and the issuer of its tokens. */
export const defaultWebBase: string = `https://${serviceHost}`;
/** The service's API, without the version. */
const serviceApi = `${defaultWebBase}/api`;

/** The versions of the API that the library speaks. */
export const apiVersions = [10, 11] as const;
/** A version of the API that the library speaks. */
export type ApiVersion = (typeof apiVersions)[number];

/** The addresses of the service, and the sender of the requests. */
export interface ServiceOptions {
  /**
   * Base of the service's API; it ends in the version. Default `https://discord.com/api/v10`. Error: `invalid_base_url`
   * unless it is https, or http on this machine.
   */
  readonly apiBase?: string | undefined;
  /**
   * The version of the API, for an `apiBase` that does not end in one (Discord documentation, Reference, "API Versioning").
   * Default 10. In version 11 the members of a thread always come in pages.
   */
  readonly apiVersion?: ApiVersion | undefined;
  /** Sends the requests, in place of the global `fetch`: for a proxy, or for tests. */
  readonly fetch?: Fetch | undefined;
}

/**
 * The base of the API with its version. One's own base without a version stays as it is unless a version is asked for:
 * what stands behind it may choose one.
 *
 * @throws ClientError `invalid_base_url`; `conflicting_versions` when both say a version, and not the same one.
 */
export function resolveApiBase({ apiBase, apiVersion }: Omit<ServiceOptions, "fetch">): string {
  if (apiBase === undefined) return `${serviceApi}/v${apiVersion ?? 10}`;
  const base = parseBaseUrl(apiBase, "apiBase");
  const said = versionOf(base);
  if (apiVersion === undefined || said === apiVersion) return base;
  if (said === undefined) return `${base}/v${apiVersion}`;
  throw validationError(
    "conflicting_versions",
    `apiBase ends in /v${said}, and apiVersion is ${apiVersion}.`,
    `Leave apiVersion out, or let apiBase end in /v${apiVersion}.`,
  );
}

/** The version that a base ends in. */
export function versionOf(apiBase: string): number | undefined {
  const digits = /\/v(\d{1,4})$/.exec(apiBase)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Checks the address of a service, to which tokens will be sent.
 *
 * @param value - what the caller gave, for example `https://discord.com/api/v10`.
 * @param name - what to call it in the error, for example `apiBase`.
 * @returns the URL without a slash at its end.
 * @throws ClientError `invalid_base_url` unless it is an https URL, or http to this machine, with nothing but host
 *   and path, and not an older host of the service (Application Commands Interface, "Limits").
 */
export function parseBaseUrl(value: unknown, name: string): string {
  if (typeof value !== "string") throw wrongArgument(name, value, "a URL", { code: "invalid_base_url" });
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url) throw refuse(name, "is not a URL", "Write it with its scheme: https://…");
  // An empty query or fragment is not in `search` and `hash`, and would swallow every path.
  if (url.username || url.password || /[?#]/.test(value)) {
    throw refuse(
      name,
      "contains more than a host and a path",
      "Leave out user name, password, query and fragment.",
    );
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw refuse(name, "would send tokens unencrypted", "Use https; http is for this machine only.");
  }
  if (/(?:^|\.)discordapp\.com$/.test(url.hostname))
    throw refuse(
      name,
      "is an older address of the service, where one rate limit counts all callers together",
      "Use https://discord.com/api/v10.",
    );
  return url.href.replace(/\/+$/, "");
}

/** Whether a URL's host name is this machine (RFC 8252 §7.3, §8.3). */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refuse(name: string, problem: string, hint: string) {
  return validationError("invalid_base_url", `${name} ${problem}.`, hint);
}

declare const made: unique symbol;

/** The path of an endpoint below the base of the API. Only the functions here make one, so that no value stands in it raw. */
export type ApiPath = string & { readonly [made]: true };

type Write = (texts: TemplateStringsArray, ...values: readonly string[]) => ApiPath;

/**
 * The path that a template writes. Each value becomes one part of the path, whatever its source.
 *
 * @throws ClientError `invalid_argument` as {@link pathPart}.
 */
export const apiPath: Write = (texts, ...values) => {
  const parts = values.map((value) => pathPart(value, "A value"));
  // The only cast: the checks above make the text an `ApiPath`.
  return String.raw({ raw: texts }, ...parts) as ApiPath;
};

/** The same for a path that goes on behind `path`. */
export function below(path: ApiPath): Write {
  return (texts, ...values) => (path + apiPath(texts, ...values)) as ApiPath;
}

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** A path with those of the parameters that are there. */
export function withQuery(path: ApiPath, parameters: Parameters): ApiPath {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return (query.size === 0 ? path : `${path}?${query.toString()}`) as ApiPath;
}

/**
 * A text as one part of the path of a URL. The only place that encodes one: `@` stays, as the service writes `@me`.
 *
 * @param name - its name in the error.
 * @throws ClientError `invalid_argument` for a text that would be another path: an empty one, `.` or `..`, which URLs resolve
 *   even when encoded; and for half a surrogate pair, which UTF-8 has no bytes for.
 */
export function pathPart(text: string, name: string): string {
  if (text === "" || text === "." || text === "..") throw refused(name, "leads to another address");
  if (!isWellFormed(text)) throw refused(name, "holds half a surrogate pair");
  return encodeURIComponent(text).replaceAll("%40", "@");
}

/** A text that can be part of a path. */
export function pathPartOf(most: number): Reader<string> {
  const read = textOf({ most });
  return (value, name) => {
    const text = read(value, name);
    pathPart(text, name);
    return text;
  };
}

function refused(name: string, why: string) {
  return validationError(
    "invalid_argument",
    `${name} cannot be part of a request's path: it ${why}.`,
    "Nothing was sent. Pass it as the service gave it.",
  );
}
