/** The status an unreadable body is answered with: 400 cut off, 408 slow, 413 too large, 500 read by somebody else. */
export type BodyFailure = 400 | 408 | 413 | 500;

/** How much of a body is waited for. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** A request without the objects of one runtime. */
export interface IncomingRequest {
  readonly method: string;
  /** @param name - in lower case. */
  header(name: string): string | null | undefined;
  /** The raw body. Never throws. */
  readBody(limits: BodyLimits): Promise<Uint8Array | BodyFailure>;
}
