import type { Writable } from "node:stream";

/** A request to a function URL (payload format 2.0), as far as the example reads it. */
interface FunctionUrlEvent {
  readonly rawPath: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded: boolean;
  readonly requestContext: {
    readonly domainName: string;
    readonly http: { readonly method: string };
  };
}

type StreamedHandler = (event: FunctionUrlEvent, stream: Writable) => Promise<void>;

declare global {
  /** What Lambda's Node.js runtimes bring, as far as the example uses it; written by hand. */
  const awslambda: {
    streamifyResponse(handler: StreamedHandler): StreamedHandler;
    readonly HttpResponseStream: {
      from(
        stream: Writable,
        metadata: { readonly statusCode: number; readonly headers: Readonly<Record<string, string>> },
      ): Writable;
    };
  };
}
