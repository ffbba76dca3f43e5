import { ClientError, ErrorType } from "../errors.ts";
import { orAborted } from "./abort.ts";
import { startDeadline } from "./deadline.ts";
import { answerOf, callbackFailed, ignore, safeCallback } from "../check/callback.ts";
import type { Authorization } from "./authorizer.ts";

/**
 * Keeps several clients within the service's rate limits (Discord documentation, Rate Limits): 50 requests per second for a bot,
 * one bucket per route, and a maximum number of invalid requests. By default, each client limits only itself.
 *
 * @experimental
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

/** Identifies the limits that apply to a request. @experimental */
export interface LimitKey {
  /**
   * The token's identity: `bot`, `client`, or `user`. If several users share the limits, `user` is followed by a digest of the
   * token.
   */
  readonly identity: string;
  /** The method and the path without ids. The service's headers show which routes share a bucket. */
  readonly route: string;
  /** The guild or channel in the path, or an empty string. The service's bucket ids do not include it. */
  readonly resource: string;
}

/** A request that is about to be sent. Contains no secrets. @experimental */
export interface LimitedRequest extends LimitKey {
  readonly applicationId: string;
  /** The operation as it appears in error messages, such as `Creating a global command`. */
  readonly operation: string;
  /** Whether the request counts toward the bot's 50 requests per second. Default: true. Token requests do not count. */
  readonly countsPerSecond?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How much longer the call may wait, in milliseconds. */
  readonly mayWaitMs: number;
  /**
   * Waits, and reports the wait to `onWait`.
   *
   * @throws ClientError `rate_limited` immediately if the wait exceeds `mayWaitMs`; `aborted`.
   */
  readonly wait: (ms: number, reason: LimitReason) => Promise<void>;
}

/** The exhausted limit: the route's bucket, or the credential's requests per second. @experimental */
export type LimitReason = "bucket" | "global";

/** Permission to send one request. @experimental */
export interface RequestSlot {
  /** Releases the slot. Omit `answer` if the request was not sent or got no response. */
  leave(answer?: LimitedResponse): void;
}

/** The parts of a response that affect rate limits. @experimental */
export interface LimitedResponse {
  readonly status: number;
  /** The headers, including `X-RateLimit-` headers. */
  readonly headers: Headers;
  /** How long to block the bucket after a 429, or the whole credential if the limit is global. */
  readonly block?:
    | {
        /** Milliseconds from the arrival of the response. */
        readonly durationMs: number;
        /** Whether the whole credential is blocked rather than only the bucket. */
        readonly isGlobal: boolean;
      }
    | undefined;
}

/**
 * Wraps the caller's limits. If they throw or hang, the request is not sent.
 *
 * @param timeoutMs - How long `enter` may take beyond the call's remaining wait.
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
        // Releases a slot that arrives after the timeout.
        slot.then((entered) => leaveOf(entered)(), ignore);
        throw error;
      }
    },
  };
}

/** Each user has separate limits. The digest does not reveal the token. */
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
    message: `${operation} was not attempted: limits.enter did not resolve within the call's time limit.`,
    hint: "Check the limits option and its store, such as Redis: one of them is slow or unreachable.",
    retryable: true,
  });
}
