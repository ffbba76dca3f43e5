import type { Fetch } from "../http/send.ts";

/** The service's API, with the version (Discord documentation, Reference, "API Versioning"). */
export const defaultApiBase = "https://discord.com/api/v10";
/** The service's web pages, and the issuer of its tokens. */
export const defaultWebBase = "https://discord.com";

/** Where the service is, and who sends the requests to it. */
export interface ServiceOptions {
  /** The service's API, with the version. Default `https://discord.com/api/v10`. */
  readonly apiBase?: string | undefined;
  /** Sends the requests, in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}
