import { parseBaseUrl } from "./base-url.ts";
import type { Table } from "../check/fields.ts";
import { callable, oneOf, optional } from "../check/readers.ts";
import { parseSnowflake } from "../snowflake.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { apiVersions, type ServiceOptions } from "./addresses.ts";
import { parseCredential, type ParsedCredential } from "./credential.ts";

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
