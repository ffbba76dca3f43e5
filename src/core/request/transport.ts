import { type Table, fields } from "../check/fields.ts";
import { insisting, told } from "../check/callback.ts";
import {
  abortSignal,
  callable,
  milliseconds,
  oneOf,
  optional,
  type Reader,
  withMethods,
  parseSnowflake,
} from "../check/readers.ts";
import { hidden } from "../printing.ts";
import { loadOnce } from "../lazy.ts";
import type { Locale } from "../../wire/locale.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { apiVersions, parseBaseUrl, resolveApiBase, type ServiceOptions } from "./addresses.ts";
import type { Call, TransportHooks, TransportInit } from "./call.ts";
import { type ApiCredential, heldSecrets, parseCredential, type ParsedCredential } from "./credential.ts";
import type { LimitedRequest, RequestLimits, RequestPlace } from "./limits.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { formatJson, type Parser } from "./response.ts";
import type * as sending from "./sender.ts";
import type { Sender } from "./sender.ts";

/** Credentials, rate limits, repetitions and the errors of the service. The first request loads it. */
export const loadSender: () => Promise<typeof sending> = loadOnce(() => import("./sender.ts"));

/** The readers for {@link ServiceOptions}. */
export const serviceFields: Table<ServiceOptions> = {
  apiBase: optional(parseBaseUrl),
  apiVersion: optional(oneOf(apiVersions)),
  fetch: optional(callable()),
};

/** The application, its credential, and the address of the service. */
export interface ApplicationAccess extends ServiceOptions {
  readonly applicationId: Snowflake;
  readonly credential: ParsedCredential;
}

/** The readers for {@link ApplicationAccess}. */
export const accessFields: Table<ApplicationAccess> = {
  ...serviceFields,
  applicationId: parseSnowflake,
  credential: parseCredential,
};

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, also while it waits; it then fails with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that lists commands. */
export interface ListOptions extends CallOptions {
  /** Whether the full dictionaries are returned instead of one language. Default false. */
  readonly withLocalizations?: boolean | undefined;
  /** The language of `name_localized` and `description_localized`; else the one of the user's settings. */
  readonly locale?: Locale | undefined;
}

export const callFields: Table<CallOptions> = { signal: optional(abortSignal()) };

/** For calls that take nothing but a signal. */
export const readCallOptions: Reader<CallOptions> = fields(callFields);

/** The application, its credential, the limits and the hooks of a client of the API. */
export interface ApiClientOptions extends ServiceOptions, TransportHooks {
  /** Id of the application that the requests are for. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** One or several ways to authenticate. Each request uses the one that its endpoint accepts. Error: `invalid_credential`. */
  readonly credential: ApiCredential;
  /** Milliseconds until a request is given up; it then fails with `timeout`. Default 15000. Error: `invalid_timeout`. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that one call may wait in all for limits and between repetitions; 0: not at all. Default 60000. */
  readonly maxWaitMs?: number | undefined;
  /**
   * The limits that this client shares with others, for example those of a fleet: `redisLimits` of `slashpass/redis`. By default
   * it keeps within the service's limits by itself, as if nobody else used its credential.
   */
  readonly limits?: RequestLimits | undefined;
  /** Called with every secret that the client holds or obtains, before the secret is used: for a redactor. If it throws, nothing is sent. */
  readonly onSecret?: ((secret: string) => void) | undefined;
}

/** {@link ApiClientOptions} after the check. */
export type CheckedApiClientOptions = ApplicationAccess & Omit<ApiClientOptions, keyof ApplicationAccess>;

/** The readers for {@link ApiClientOptions}. */
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

/** The fields of a client that `console.log` shows. */
export function shownOptions(options: CheckedApiClientOptions): object {
  const { applicationId, credential } = options;
  const given = Object.entries(credential).filter(([, value]) => value !== undefined);
  const parts = Object.fromEntries(given.map(([name]) => [name, hidden]));
  return { applicationId, apiBase: resolveApiBase(options), credential: parts };
}

/** The transport of a client with these options. */
export function createTransport(options: CheckedApiClientOptions): Transport {
  const { limits, fetch, timeoutMs = 15_000, maxWaitMs = 60_000, onSecret = () => undefined } = options;
  const own = limits instanceof OwnLimits && { limits: undefined, ownLimits: limits };
  const apiBase = resolveApiBase(options);
  return new Transport({ ...options, ...own, apiBase, fetch, timeoutMs, maxWaitMs, onSecret });
}

/** Takes the calls of one client. */
export class Transport {
  readonly #init: TransportInit;
  #sender: Sender | undefined;

  constructor(init: TransportInit) {
    this.#init = init;
    for (const secret of heldSecrets(init.credential)) init.onSecret(secret);
  }

  /** Whether endpoints for bots can be called. */
  get hasBotToken(): boolean {
    return this.#init.credential.botToken !== undefined;
  }

  /** Whether permissions can be edited. */
  get hasUserToken(): boolean {
    return this.#init.credential.userToken !== undefined;
  }

  /**
   * @returns the JSON of the answer; undefined when it has none (204).
   * @throws ClientError `invalid_body` when the body cannot be JSON, and those of {@link Sender.send}.
   */
  async call(call: Call): Promise<unknown> {
    const prepared = { json: formatJson(call.body, call.operation), ...call };
    const { Sender } = await loadSender();
    this.#sender ??= new Sender(this.#init);
    return this.#sender.send(prepared);
  }

  /** The answer to a call, read by `parse`. @throws as {@link call}, and as `parse`. */
  async read<T>(call: Call, parse: Parser<T>): Promise<T> {
    return parse(await this.call(call), call.operation);
  }
}

/** The limits of a credential that only this process uses; several clients may share them. */
export class OwnLimits implements RequestLimits {
  #limiter: RateLimiter | undefined;

  async enter(request: LimitedRequest): Promise<RequestPlace> {
    const { RateLimiter } = await loadSender();
    this.#limiter ??= new RateLimiter();
    return this.#limiter.enter(request);
  }
}
