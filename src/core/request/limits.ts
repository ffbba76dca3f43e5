import { ClientError, ErrorType } from "../errors.ts";
import { orAborted } from "./abort.ts";
import { startDeadline } from "./deadline.ts";
import { answerOf, callbackFailed, ignore, safeCallback } from "../check/callback.ts";
import type { Authorization } from "./authorizer.ts";

/**
 * Keeps several clients within the service's rate limits (Discord documentation, Rate Limits): 50 requests per second for a bot,
 * a bucket per route, and a maximum number of invalid requests. By default, each client limits only itself.
 */
export interface RequestLimits {
  /**
   * Waits until the request may be sent.
   *
   * @returns A slot to release after the request.
   * @throws ClientError if the request must not be sent.
   */
  enter(request: LimitedRequest): Promise<RequestSlot>;
}

/** Identifies the limits that apply to a request. */
export interface LimitKey {
  /**
   * The identity of the token: `bot`, `client`, or `user`, which includes a digest of the token if several users share the
   * limits.
   */
  readonly identity: string;
  /** Method and path without ids. The service's headers show which routes share a bucket. */
  readonly route: string;
  /** The guild or channel in the path, which the service's bucket ids do not include. Empty if there is none. */
  readonly resource: string;
}

/** A request that is about to be sent. Contains no secrets. */
export interface LimitedRequest extends LimitKey {
  /** The application; rate limits are per application. */
  readonly applicationId: string;
  /** The operation as error messages name it: `Creating a global command`. */
  readonly operation: string;
  /** Whether the request counts toward the bot's 50 requests per second. Default true. Token requests do not count. */
  readonly countsPerSecond?: boolean | undefined;
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
  /** The remaining time in milliseconds that the call may wait. */
  readonly mayWaitMs: number;
  /**
   * Waits, and reports the wait to `onWait`.
   *
   * @throws ClientError `rate_limited` immediately if the wait exceeds `mayWaitMs`; `aborted`.
   */
  readonly wait: (ms: number, reason: LimitReason) => Promise<void>;
}

/** The exhausted limit: the bucket of the route, or the credential's requests per second. */
export type LimitReason = "bucket" | "global";

/** A slot within the limits. */
export interface RequestSlot {
  /** Releases the slot. Omit `answer` if the request got no response or was not sent. */
  leave(answer?: LimitedAnswer): void;
}

/** The parts of a response that concern rate limits. */
export interface LimitedAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** The headers, including the service's `X-RateLimit-` headers. */
  readonly headers: Headers;
  /** After a 429: how long to block the bucket, or the whole credential if the limit is global. */
  readonly block?:
    | {
        /** The milliseconds from the arrival of the response. */
        readonly ms: number;
        /** Whether the whole credential is blocked or only its bucket. */
        readonly isGlobal: boolean;
      }
    | undefined;
}

/**
 * Sends no request if the caller's limits throw or hang.
 *
 * @param timeoutMs - How long `enter` may exceed the call's remaining wait.
 */
export function sharedLimits(
  limits: RequestLimits,
  clean: (text: string) => string,
  timeoutMs: number,
): RequestLimits {
  return {
    async enter(request) {
      const { operation, signal, mayWaitMs } = request;
      using deadline = startDeadline(operation, mayWaitMs + timeoutMs, [signal], limitsTimeout);
      const slot = answerOf(
        async () => limits.enter({ ...request, signal: deadline.signal }),
        clean,
        () => callbackFailed("limits.enter"),
      );
      try {
        return { leave: leaveOf(await orAborted(slot, operation, deadline.signal)) };
      } catch (error) {
        // Release a slot that arrives after the timeout.
        slot.then((entered) => leaveOf(entered)(), ignore);
        throw error;
      }
    },
  };
}

/** Users have separate limits. The digest does not reveal the token. */
export async function sharedIdentity({ header, identity }: Authorization): Promise<string> {
  if (identity !== "user") return identity;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(header));
  const bytes = Array.from(new Uint8Array(digest, 0, 12), (byte) => byte.toString(16).padStart(2, "0"));
  return `user ${bytes.join("")}`;
}

function leaveOf(slot: RequestSlot): RequestSlot["leave"] {
  return safeCallback("leave", (answer) => slot.leave(answer), ignore);
}

function limitsTimeout(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "limits_timeout",
    message: `${operation} was not sent: limits.enter did not resolve within the time limit of the call.`,
    hint: "Check the object passed as limits and the store that it uses, such as Redis: it is slow or unreachable.",
    retryable: true,
  });
}
