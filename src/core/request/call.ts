import type { ApiPath } from "./addresses.ts";
import type { Question } from "./ask.ts";
import type { Fetch } from "./send.ts";
import type { RequestLimits } from "./limits.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Access } from "./authorizer.ts";
import type { ParsedCredential } from "./credential.ts";
import type { Hints } from "./service-error.ts";

/** One call of an endpoint. It may be repeated unless `isOnce` is set: commands are upserts, and other calls idempotent. */
export interface Call extends Pick<
  Question,
  "operation" | "method" | "body" | "upload" | "headers" | "signal"
> {
  readonly path: ApiPath;
  /** Milliseconds that the files may take, beside `timeoutMs`. */
  readonly uploadMs?: number;
  /** Whether a second execution would do harm. Such a call is not repeated when its outcome is unknown. */
  readonly isOnce?: boolean;
  /** Default `application`. */
  readonly access?: Access;
  /** Hints for refusals that this operation explains better than the general hints. */
  readonly hints?: Hints;
}

/** Everything that a transport and its sender need to know of their client. */
export interface TransportInit extends TransportHooks {
  readonly apiBase: string;
  readonly credential: ParsedCredential;
  /** Called with each secret before the secret is used. */
  readonly onSecret: (secret: string) => void;
  readonly timeoutMs: number;
  /** How long one call may wait in all, for limits and between repetitions. */
  readonly maxWaitMs: number;
  readonly fetch: Fetch | undefined;
  readonly applicationId: Snowflake;
  /** Limits of the caller, shared with other processes. */
  readonly limits?: RequestLimits | undefined;
  /** Limits of this process, shared by several of its clients; only in use without `limits`. By default the sender's own. */
  readonly ownLimits?: RequestLimits | undefined;
}

/** Why a call waits: its bucket or the credential's global limit is used up, or the service could not answer. */
export type WaitReason = "bucket" | "global" | "repetition";

/**
 * Callbacks for progress, logs and measurements. They get no secrets. Their errors and rejections are dropped, and the call
 * goes on.
 */
export interface TransportHooks {
  /** Called just before a request is sent. */
  readonly onRequest?:
    | ((request: {
        /** HTTP method: `POST`. */
        readonly method: string;
        /** Path below the API's base: `/applications/123/commands`. */
        readonly path: string;
      }) => void)
    | undefined;
  /** Called when an answer is complete. */
  readonly onResponse?:
    | ((response: {
        /** HTTP method: `POST`. */
        readonly method: string;
        /** Path below the API's base: `/applications/123/commands`. */
        readonly path: string;
        /** HTTP status. */
        readonly status: number;
        /** Milliseconds from the request to the end of the answer. */
        readonly ms: number;
      }) => void)
    | undefined;
  /** Called before a call waits. */
  readonly onWait?:
    | ((wait: {
        /** The call, as error messages name it: `Creating a global command`. */
        readonly operation: string;
        /** Limit that is used up, or `repetition` where the service could not answer. */
        readonly reason: WaitReason;
        /** Milliseconds of the wait. */
        readonly ms: number;
      }) => void)
    | undefined;
}
