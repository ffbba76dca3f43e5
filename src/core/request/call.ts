import type { ApiPath } from "./addresses.ts";
import type { JsonCallOptions } from "./ask.ts";
import type { Fetch } from "./fetch.ts";
import type { RequestLimits } from "./limits.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { EndpointAccess } from "./authorizer.ts";
import type { ParsedCredential } from "./credential.ts";
import type { Hints } from "./service-error.ts";

/** A call of an endpoint. It may be retried unless `isOnce` is set. */
export interface Call extends Pick<
  JsonCallOptions,
  "operation" | "method" | "body" | "upload" | "headers" | "signal"
> {
  readonly path: ApiPath;
  /** Additional milliseconds for uploads, on top of `timeoutMs`. */
  readonly uploadMs?: number;
  /** Whether a second execution would do harm. Such a call is not retried if its outcome is unknown. */
  readonly isOnce?: boolean;
  /** Default `application`. */
  readonly access?: EndpointAccess;
  /** Hints for errors that this operation explains better than the general hints. */
  readonly hints?: Hints;
}

export interface TransportInit extends TransportHooks {
  readonly apiBase: string;
  readonly credential: ParsedCredential;
  readonly onSecret: (secret: string) => void;
  readonly timeoutMs: number;
  /** The total time that one call may wait for rate limits and retries. */
  readonly maxWaitMs: number;
  readonly fetch: Fetch | undefined;
  readonly applicationId: Snowflake;
  /** The caller's rate limits, shared between processes. */
  readonly limits?: RequestLimits | undefined;
  /** Rate limits shared by clients of this process. Ignored if `limits` is set. Default: one set per sender. */
  readonly ownLimits?: RequestLimits | undefined;
}

/**
 * The reason why a call waits: an exhausted rate limit of its bucket or of the credential, or a retry after a failed response.
 */
export type WaitReason = "bucket" | "global" | "repetition";

/** Callbacks for progress, logs and metrics. They receive no secrets. Their errors and rejections are ignored. */
export interface TransportHooks {
  /** Called just before a request is sent. */
  readonly onRequest?:
    | ((request: {
        /** The HTTP method: `POST`. */
        readonly method: string;
        /** The path relative to the API base: `/applications/123/commands`. */
        readonly path: string;
      }) => void)
    | undefined;
  /** Called when a response is complete. */
  readonly onResponse?:
    | ((response: {
        /** The HTTP method: `POST`. */
        readonly method: string;
        /** The path relative to the API base: `/applications/123/commands`. */
        readonly path: string;
        /** The HTTP status. */
        readonly status: number;
        /** The milliseconds from the request to the end of the response. */
        readonly ms: number;
      }) => void)
    | undefined;
  /** Called before a call waits. */
  readonly onWait?:
    | ((wait: {
        /** The operation as error messages name it: `Creating a global command`. */
        readonly operation: string;
        /** The exhausted rate limit, or `repetition` for a retry after a failed response. */
        readonly reason: WaitReason;
        /** The length of the wait in milliseconds. */
        readonly ms: number;
      }) => void)
    | undefined;
}
