import type { ApiPath, Fetch } from "./addresses.ts";
import type { JsonCallOptions } from "./send.ts";
import type { RequestLimits } from "./limits.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { EndpointAccess } from "./authorizer.ts";
import type { ParsedCredential } from "./credential.ts";
import type { Hints } from "./service-error.ts";

/** A call to an endpoint. It may be retried unless `isOnce` is set. */
export interface Call extends Pick<
  JsonCallOptions,
  "operation" | "method" | "body" | "upload" | "headers" | "signal"
> {
  readonly path: ApiPath;
  /** Extra time for uploads in milliseconds, added to `timeoutMs`. */
  readonly uploadMs?: number;
  /** Whether repeating the call could be harmful. If so, it is not retried unless the first attempt is known to have failed. */
  readonly isOnce?: boolean;
  /** Default `application`. */
  readonly access?: EndpointAccess;
  readonly hints?: Hints;
}

export interface TransportInit extends TransportHooks {
  readonly apiBase: string;
  readonly credential: ParsedCredential;
  readonly onSecret: (secret: string) => void;
  readonly timeoutMs: number;
  /** The total time in milliseconds that one call may wait for rate limits and retries. */
  readonly maxWaitMs: number;
  readonly fetch: Fetch | undefined;
  readonly applicationId: Snowflake;
  /** The caller's rate limits, shared between processes. */
  readonly limits?: RequestLimits | undefined;
  /** Rate limits that clients in this process share. Ignored if `limits` is set. By default, each sender has its own limits. */
  readonly ownLimits?: RequestLimits | undefined;
}

/**
 * Why a call waits: the rate limit of its bucket or credential is exhausted, or the call will be retried after a failed response.
 *
 * @stable
 */
export type WaitReason = "bucket" | "global" | "repetition";

/** Callbacks for progress, logs and metrics. They receive no secrets, and their errors and rejections are ignored. @stable */
export interface TransportHooks {
  /** Called just before a request is sent. */
  readonly onRequest?:
    | ((request: {
        /** The HTTP method, such as `POST`. */
        readonly method: string;
        /** The path relative to the API base, such as `/applications/123/commands`. */
        readonly path: string;
      }) => void)
    | undefined;
  /** Called when a response is complete. */
  readonly onResponse?:
    | ((response: {
        readonly method: string;
        readonly path: string;
        readonly status: number;
        /** Milliseconds from sending the request to the end of the response. */
        readonly durationMs: number;
      }) => void)
    | undefined;
  /** Called before a call waits. */
  readonly onWait?:
    | ((wait: {
        /** The operation as it appears in error messages, such as `Creating a global command`. */
        readonly operation: string;
        /** The exhausted rate limit, or `repetition` before a retry. */
        readonly reason: WaitReason;
        /** How long the call will wait, in milliseconds. */
        readonly durationMs: number;
      }) => void)
    | undefined;
}
