import { ClientError, ErrorType } from "../errors.ts";
import { orAborted } from "./abort.ts";
import { startDeadline } from "./deadline.ts";
import { answerOf, callbackFailed, ignore, telling } from "../check/callback.ts";
import type { Authorization } from "./authorizer.ts";

/**
 * Keeps what several clients send within the service's limits (Discord documentation, Rate Limits): 50 requests a second for a
 * bot, a bucket for each route, and few enough refusals. Without one, each client keeps within them by itself.
 */
export interface RequestLimits {
  /**
   * Waits until the request may go.
   *
   * @returns the place that it takes, until it is left.
   * @throws ClientError when it may not go at all: it is not sent then.
   */
  enter(request: LimitedRequest): Promise<RequestPlace>;
}

/** Which limits a request counts against. */
export interface LimitKey {
  /** Whose token it carries: `bot`, `client`, or `user` with a digest of the token where several users share the limits. */
  readonly identity: string;
  /** Method and path without ids: the service says which routes share a bucket. */
  readonly route: string;
  /** The guild or channel in the path, which the service's bucket ids leave out; empty when there is none. */
  readonly resource: string;
}

/** A request that is about to be sent. It holds no secret. */
export interface LimitedRequest extends LimitKey {
  /** Whose request it is: limits are per application. */
  readonly applicationId: string;
  /** The operation, for error messages: `Creating a global command`. */
  readonly operation: string;
  /** Whether it counts among the 50 that a bot has in a second. Default true. One of the token endpoint carries no bot. */
  readonly countsPerSecond?: boolean | undefined;
  /** Ends its waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the call may still wait. */
  readonly mayWaitMs: number;
  /**
   * Waits, and tells `onWait` of it.
   *
   * @throws ClientError `rate_limited` at once, when the call may not wait as long; `aborted`.
   */
  readonly wait: (ms: number, reason: LimitReason) => Promise<void>;
}

/** The limit that is reached: the bucket of the route, or the requests a second of a credential. */
export type LimitReason = "bucket" | "global";

/** A place within the limits. */
export interface RequestPlace {
  /** Ends the request. No answer: it got none, or was never sent. */
  leave(answer?: LimitedAnswer): void;
}

/** The facts of an answer about the limits. */
export interface LimitedAnswer {
  /** HTTP status. */
  readonly status: number;
  /** With the service's `X-RateLimit-` headers. */
  readonly headers: Headers;
  /** After a 429: how long nothing of the bucket may go, or nothing of the credential when the limit is global. */
  readonly block?:
    | {
        /** Milliseconds of silence, from the arrival of the answer. */
        readonly ms: number;
        /** Whether all of the credential has to be silent; else its bucket alone. */
        readonly isGlobal: boolean;
      }
    | undefined;
}

/**
 * Limits of the caller's, which may throw or hang: then nothing is sent.
 *
 * @param clean - hides the secrets of the client in a text.
 * @param timeoutMs - how much longer than a call may wait they may take.
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
      const place = answerOf(
        async () => limits.enter({ ...request, signal: deadline.signal }),
        clean,
        () => callbackFailed("limits.enter"),
      );
      try {
        return { leave: leaveOf(await orAborted(place, operation, deadline.signal)) };
      } catch (error) {
        // A place that comes after all is free again.
        place.then((entered) => leaveOf(entered)(), ignore);
        throw error;
      }
    },
  };
}

/** A request among those of several users: each has limits of its own. The token cannot be read from its digest. */
export async function sharedIdentity({ header, identity }: Authorization): Promise<string> {
  if (identity !== "user") return identity;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(header));
  const bytes = Array.from(new Uint8Array(digest, 0, 12), (byte) => byte.toString(16).padStart(2, "0"));
  return `user ${bytes.join("")}`;
}

function leaveOf(place: RequestPlace): RequestPlace["leave"] {
  return telling("leave", (answer) => place.leave(answer), ignore);
}

function limitsTimeout(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "limits_timeout",
    message: `${operation} was not sent: limits.enter gave no answer within the time limit of the call.`,
    hint: "Check the object passed as limits and the store that it uses, such as Redis: it is slow or cannot be reached.",
    retryable: true,
  });
}
