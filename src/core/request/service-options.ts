import { type Table, fields } from "../check/fields.ts";
import { callable, optional, oneOf, type Reader, abortSignal } from "../check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { type ServiceOptions, parseBaseUrl, apiVersions } from "./addresses.ts";
import { parseCredential, type ParsedCredential } from "./credential.ts";
import { parseSnowflake } from "../snowflake.ts";
import type { Locale } from "../../wire/locale.ts";

/** How the options of everything that sends requests are read. */
export const serviceFields: Table<ServiceOptions> = {
  apiBase: optional(parseBaseUrl),
  apiVersion: optional(oneOf(apiVersions)),
  fetch: optional(callable()),
};

/** On behalf of which application something is sent, with what right, and where to. */
export interface ApplicationAccess extends ServiceOptions {
  readonly applicationId: Snowflake;
  readonly credential: ParsedCredential;
}

/** How the options of everything that sends requests with a credential are read. */
export const accessFields: Table<ApplicationAccess> = {
  ...serviceFields,
  applicationId: parseSnowflake,
  credential: parseCredential,
};

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, also while it waits; it then fails with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** What a list takes. */
export interface ListOptions extends CallOptions {
  /** Whether the full dictionaries are returned instead of one language. Default false. */
  readonly withLocalizations?: boolean | undefined;
  /** The language of `name_localized` and `description_localized`; else the one of the user's settings. */
  readonly locale?: Locale | undefined;
}

export const callFields: Table<CallOptions> = { signal: optional(abortSignal()) };

/** For calls that take nothing but a signal. */
export const readCallOptions: Reader<CallOptions> = fields(callFields);
