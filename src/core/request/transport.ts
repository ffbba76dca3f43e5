import type { ApiPath } from "./addresses.ts";
import type { Fetch, SendOptions, StreamedBody } from "./send.ts";
import type { RequestLimits, LimitedRequest, RequestPlace } from "./limits.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Access } from "./authorizer.ts";
import { heldSecrets, type ParsedCredential } from "./credential.ts";
import { formatJson } from "./response.ts";
import type { Sender } from "./sender.ts";
import type { Hints } from "./service-error.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { loadOnce } from "../lazy.ts";
import type * as sending from "./sending.ts";

/** One call of an endpoint. It may be repeated, unless it says otherwise: commands are upserts, other calls idempotent. */
export interface Call {
  /** What it does, for error messages: `Creating a global command`. */
  readonly operation: string;
  readonly method: SendOptions["method"];
  readonly path: ApiPath;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The same with files, sent instead. */
  readonly upload?: StreamedBody | undefined;
  /** Milliseconds that the files may take, beside `timeoutMs`. */
  readonly uploadMs?: number;
  /** Whether doing it twice does harm, so that it is not repeated when nobody knows whether it was done. */
  readonly isOnce?: boolean;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default `application`. */
  readonly access?: Access;
  /** What to do next after a refusal, where the operation knows better than the general hints. */
  readonly hints?: Hints;
  readonly signal?: AbortSignal | undefined;
}

/** What {@link Transport} is made from. */
export interface TransportInit extends TransportHooks {
  readonly apiBase: string;
  readonly credential: ParsedCredential;
  /** Told each secret before it is used. */
  readonly onSecret: (secret: string) => void;
  readonly timeoutMs: number;
  /** How long one call may wait in all, for limits and between repetitions. */
  readonly maxWaitMs: number;
  readonly fetch: Fetch | undefined;
  /** Whose requests they are. */
  readonly applicationId: Snowflake;
  /** Shared with others; by default the client's own. */
  readonly limits?: RequestLimits | undefined;
}

/** Takes the calls of one client. What sends them, and what knows the errors of the service, is loaded by the first. */
export class Transport {
  readonly #init: TransportInit;
  #sender: Sender | undefined;

  constructor(init: TransportInit) {
    this.#init = init;
    for (const secret of heldSecrets(init.credential)) init.onSecret(secret);
  }

  /** Whether what only a bot may ask can be asked. */
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
    const { Sender } = await loadSending();
    this.#sender ??= new Sender(this.#init);
    return this.#sender.send(prepared);
  }
}

/** The limits of a credential that nobody else uses. What keeps them is loaded by the first request. */
export class OwnLimits implements RequestLimits {
  #limiter: RateLimiter | undefined;

  async enter(request: LimitedRequest): Promise<RequestPlace> {
    const { RateLimiter } = await loadSending();
    this.#limiter ??= new RateLimiter();
    return this.#limiter.enter(request);
  }
}

/** What sends requests, waits for limits, and knows the errors of the service: read by the first request. */
export const loadSending: () => Promise<typeof sending> = loadOnce(() => import("./sending.ts"));

/** Why a call waits: its bucket or the credential's global limit is used up, or the service could not answer. */
export type WaitReason = "bucket" | "global" | "repetition";

/**
 * Watch what a client sends: for progress, logs and measurements. No secret passes here. What one of them throws, or
 * rejects with, is dropped, and the call goes on.
 */
export interface TransportHooks {
  /** Just before a request is sent. */
  readonly onRequest?: ((request: { readonly method: string; readonly path: string }) => void) | undefined;
  /** When an answer is complete; `ms` since it was sent. */
  readonly onResponse?:
    | ((response: {
        readonly method: string;
        readonly path: string;
        readonly status: number;
        readonly ms: number;
      }) => void)
    | undefined;
  /** Before a call waits. */
  readonly onWait?:
    | ((wait: { readonly operation: string; readonly reason: WaitReason; readonly ms: number }) => void)
    | undefined;
}
