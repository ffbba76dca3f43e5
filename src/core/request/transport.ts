import { type Table, fields } from "../check/fields.ts";
import { strictCallback, notificationCallback } from "../check/callback.ts";
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
import {
  type ApiCredential,
  credentialSecrets,
  parseCredential,
  type ParsedCredential,
} from "./credential.ts";
import type { LimitedRequest, RequestLimits, RequestSlot } from "./limits.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { formatJson, type Parser } from "./response.ts";
import type * as sending from "./sender.ts";
import type { Sender } from "./sender.ts";

export const loadSender: () => Promise<typeof sending> = loadOnce(() => import("./sender.ts"));

export const serviceFields: Table<ServiceOptions> = {
  apiBase: optional(parseBaseUrl),
  apiVersion: optional(oneOf(apiVersions)),
  fetch: optional(callable()),
};

export interface ApplicationAccess extends ServiceOptions {
  readonly applicationId: Snowflake;
  readonly credential: ParsedCredential;
}

export const accessFields: Table<ApplicationAccess> = {
  ...serviceFields,
  applicationId: parseSnowflake,
  credential: parseCredential,
};

/** Options that every call accepts. @stable */
export interface CallOptions {
  /** Aborts the call, even while it is waiting. The call then rejects with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Options for calls that list commands. @stable */
export interface ListOptions extends CallOptions {
  /** Whether to return all localizations instead of one language. Default: false. */
  readonly withLocalizations?: boolean | undefined;
  /** The language for `name_localized` and `description_localized`. Default: the language in the user's settings. */
  readonly locale?: Locale | undefined;
}

export const callFields: Table<CallOptions> = { signal: optional(abortSignal()) };

export const readCallOptions: Reader<CallOptions> = fields(callFields);

/** Options for an API client. @stable */
export interface ApiClientOptions extends ServiceOptions, TransportHooks {
  /** The application's id. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** One or more credentials. Each request uses one that its endpoint accepts. Error: `invalid_credential`. */
  readonly credential: ApiCredential;
  /** How long a request may take, in milliseconds, before it fails with `timeout`. Default: 15000. Error: `invalid_timeout`. */
  readonly timeoutMs?: number | undefined;
  /** How long one call may wait in total for rate limits and retries, in milliseconds; 0 disables waiting. Default: 60000. */
  readonly maxWaitMs?: number | undefined;
  /**
   * Rate limits shared with other clients, for example `redisLimits` from `slashpass/redis`. By default, the client assumes that
   * no other client uses its credential.
   */
  readonly limits?: RequestLimits | undefined;
  /** Called with every secret before its first use, for example to configure a redactor. If it throws, no request is sent. */
  readonly onSecret?: ((secret: string) => void) | undefined;
}

export type CheckedApiClientOptions = ApplicationAccess & Omit<ApiClientOptions, keyof ApplicationAccess>;

export const apiClientFields: Table<CheckedApiClientOptions> = {
  ...accessFields,
  timeoutMs: optional(milliseconds()),
  maxWaitMs: optional(milliseconds(0)),
  limits: optional(withMethods<RequestLimits>(["enter"])),
  onSecret: optional((value, name) =>
    strictCallback("onSecret", callable<(secret: string) => unknown>()(value, name)),
  ),
  onRequest: optional(notificationCallback("onRequest")),
  onResponse: optional(notificationCallback("onResponse")),
  onWait: optional(notificationCallback("onWait")),
};

export function printableOptions(options: CheckedApiClientOptions): object {
  const { applicationId, credential } = options;
  const given = Object.entries(credential).filter(([, value]) => value !== undefined);
  const parts = Object.fromEntries(given.map(([name]) => [name, hidden]));
  return { applicationId, apiBase: resolveApiBase(options), credential: parts };
}

export function createTransport(options: CheckedApiClientOptions): Transport {
  const { limits, fetch, timeoutMs = 15_000, maxWaitMs = 60_000, onSecret = () => undefined } = options;
  const own = limits instanceof OwnLimits && { limits: undefined, ownLimits: limits };
  const apiBase = resolveApiBase(options);
  return new Transport({ ...options, ...own, apiBase, fetch, timeoutMs, maxWaitMs, onSecret });
}

export class Transport {
  readonly #init: TransportInit;
  #sender: Sender | undefined;

  constructor(init: TransportInit) {
    this.#init = init;
    for (const secret of credentialSecrets(init.credential)) init.onSecret(secret);
  }

  get hasBotToken(): boolean {
    return this.#init.credential.botToken !== undefined;
  }

  get hasUserToken(): boolean {
    return this.#init.credential.userToken !== undefined;
  }

  /** @returns The parsed response, or `undefined` if it is empty (204). */
  async call(call: Call): Promise<unknown> {
    const prepared = { json: formatJson(call.body, call.operation), ...call };
    const { Sender } = await loadSender();
    this.#sender ??= new Sender(this.#init);
    return this.#sender.send(prepared);
  }

  async read<T>(call: Call, parse: Parser<T>): Promise<T> {
    return parse(await this.call(call), call.operation);
  }
}

/** Rate limits for a credential that only this process uses. Several clients may share them. */
export class OwnLimits implements RequestLimits {
  #limiter: RateLimiter | undefined;

  async enter(request: LimitedRequest): Promise<RequestSlot> {
    const { RateLimiter } = await loadSender();
    this.#limiter ??= new RateLimiter();
    return this.#limiter.enter(request);
  }
}
