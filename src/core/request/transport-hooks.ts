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
