import type { RequestLimits } from "./limits.ts";
import { insisting, told } from "../check/callback.ts";
import type { Table } from "../check/fields.ts";
import { callable, milliseconds, optional, withMethods } from "../check/readers.ts";
import { hidden } from "../inspect-as.ts";
import type { SnowflakeInput } from "../../wire/snowflake.ts";
import { resolveApiBase, type ServiceOptions } from "./addresses.ts";
import type { ApiCredential } from "./credential.ts";
import { Transport, type TransportHooks } from "./transport.ts";
import { type ApplicationAccess, accessFields } from "./service-options.ts";

/** What a client of the API is made from. */
export interface ApiClientOptions extends ServiceOptions, TransportHooks {
  readonly applicationId: SnowflakeInput;
  /** One or several: each endpoint takes the one it accepts. */
  readonly credential: ApiCredential;
  /** Milliseconds until a request is given up. Default 15000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that one call may wait in all for limits and between repetitions; 0: not at all. Default 60000. */
  readonly maxWaitMs?: number | undefined;
  /**
   * The limits that this client shares with others, for example those of a fleet: `redisLimits` of `slashpass/redis`. By default
   * it keeps within the service's limits by itself, as if nobody else used its credential.
   */
  readonly limits?: RequestLimits | undefined;
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
  limits: optional(withMethods<RequestLimits>(["enter"])),
  onSecret: optional((value, name) =>
    insisting("onSecret", callable<(secret: string) => unknown>()(value, name)),
  ),
  onRequest: optional(told("onRequest")),
  onResponse: optional(told("onResponse")),
  onWait: optional(told("onWait")),
};

/** What a client shows of itself when it is printed. */
export function shownOptions(options: CheckedApiClientOptions): object {
  const { applicationId, credential } = options;
  const given = Object.entries(credential).filter(([, value]) => value !== undefined);
  const parts = Object.fromEntries(given.map(([name]) => [name, hidden]));
  return { applicationId, apiBase: resolveApiBase(options), credential: parts };
}

/** What takes the calls of a client. */
export function createTransport(options: CheckedApiClientOptions): Transport {
  const { applicationId, credential, limits, timeoutMs = 15_000, maxWaitMs = 60_000 } = options;
  const { fetch, onSecret = () => undefined, onRequest, onResponse, onWait } = options;
  return new Transport({
    apiBase: resolveApiBase(options),
    applicationId,
    credential,
    timeoutMs,
    maxWaitMs,
    fetch,
    limits,
    onSecret,
    onRequest,
    onResponse,
    onWait,
  });
}
