import type { ClientError } from "../errors.ts";

/** The body of a request, sent while it is read. */
export interface StreamedBody {
  readonly contentType: string;
  /** Bytes; undefined where some part does not say how long it is. */
  readonly length: number | undefined;
  /** Whether it can be opened more than once. */
  readonly isRepeatable: boolean;
  /** @param fail - told why it cannot be read to its end. */
  open(fail: (reason: ClientError) => void): OpenBody;
}

/** A body that is being read. */
export interface OpenBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Stops reading from its source at once. */
  close(): void;
}
