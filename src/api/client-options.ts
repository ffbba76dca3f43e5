import { insisting, told } from "../input/callback.ts";
import type { Table } from "../input/fields.ts";
import { callable, milliseconds, optional } from "../input/readers.ts";
import type { SnowflakeInput } from "../snowflake.ts";
import { resolveApiBase, type ServiceOptions } from "./addresses.ts";
import { Authorizer } from "./authorizer.ts";
import type { ApiCredential } from "./credential.ts";
import { accessFields, type ApplicationAccess } from "./service-fields.ts";
import { Transport } from "./transport.ts";
import type { TransportHooks } from "./transport-hooks.ts";

/** What a client of the API is made from. */
export interface ApiClientOptions extends ServiceOptions, TransportHooks {
  readonly applicationId: SnowflakeInput;
  /** One or several: each endpoint takes the one it accepts. */
  readonly credential: ApiCredential;
  /** Milliseconds until a request is given up. Default 15000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that one call may wait in all for limits and between repetitions; 0: not at all. Default 60000. */
  readonly maxWaitMs?: number | undefined;
  /** Told every secret the client holds or obtains, before it is used: for a redactor. When it throws, nothing is sent. */
  readonly onSecret?: ((secret: string) => void) | undefined;
}

/** {@link ApiClientOptions} as they were read. */
export type CheckedApiClientOptions = ApplicationAccess & Omit<ApiClientOptions, keyof ApplicationAccess>;

/** How the options of a client of the API are read. */
export const apiClientFields: Table<CheckedApiClientOptions> = {
  ...accessFields,
  timeoutMs: optional(milliseconds()),
  maxWaitMs: optional(milliseconds(0)),
  onSecret: optional((value, name) =>
    insisting("onSecret", callable<(secret: string) => unknown>()(value, name)),
  ),
  onRequest: optional(told("onRequest")),
  onResponse: optional(told("onResponse")),
  onWait: optional(told("onWait")),
};

/** What sends the calls of a client. */
export function createTransport(options: CheckedApiClientOptions): Transport {
  const { credential, timeoutMs = 15_000, maxWaitMs = 60_000 } = options;
  const { fetch, onSecret = () => undefined, onRequest, onResponse, onWait } = options;
  const shared = { apiBase: resolveApiBase(options), timeoutMs, fetch };
  const authorizer = new Authorizer(credential, { ...shared, onSecret });
  return new Transport({ ...shared, authorizer, maxWaitMs, onRequest, onResponse, onWait });
}
