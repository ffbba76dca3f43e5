import { parseBaseUrl } from "../http/base-url.ts";
import type { Table } from "../input/fields.ts";
import { callable, optional } from "../input/readers.ts";
import { parseSnowflake, type Snowflake } from "../snowflake.ts";
import type { ServiceOptions } from "./addresses.ts";
import { parseCredential, type ParsedCredential } from "./credential.ts";

/** How the options are read of whatever sends something. */
export const serviceFields: Table<ServiceOptions> = {
  apiBase: optional(parseBaseUrl),
  fetch: optional(callable()),
};

/** On behalf of which application something is sent, with what right, and where to. */
export interface ApplicationAccess extends ServiceOptions {
  readonly applicationId: Snowflake;
  readonly credential: ParsedCredential;
}

/** The same for what is sent with a credential. */
export const accessFields: Table<ApplicationAccess> = {
  ...serviceFields,
  applicationId: parseSnowflake,
  credential: parseCredential,
};
