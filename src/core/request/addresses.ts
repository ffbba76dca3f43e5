import { validationError } from "../errors.ts";
import { parseBaseUrl } from "./base-url.ts";
import type { Fetch } from "./send.ts";
import { serviceHost } from "../../wire/service-host.ts";

/** The service's web pages, and the issuer of its tokens. */
export const defaultWebBase: string = `https://${serviceHost}`;
/** The service's API, without the version. */
const serviceApi = `${defaultWebBase}/api`;

/** The versions of the API that the library speaks. */
export const apiVersions = [10, 11] as const;
/** A version of the API that the library speaks. */
export type ApiVersion = (typeof apiVersions)[number];

/** Where the service is, and who sends the requests to it. */
export interface ServiceOptions {
  /** The service's API; what it ends in is the version. Default `https://discord.com/api/v10`. */
  readonly apiBase?: string | undefined;
  /**
   * The version of the API, for an `apiBase` that does not end in one (Application Commands Interface, "Versioning").
   * Default 10. In version 11 the members of a thread always come in pages.
   */
  readonly apiVersion?: ApiVersion | undefined;
  /** Sends the requests, in place of the global `fetch`. */
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
