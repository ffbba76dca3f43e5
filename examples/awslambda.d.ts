import type { Writable } from "node:stream";

/** The function URL request fields (payload format 2.0) that the example uses. */
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
  /** A hand-written subset of the global that Lambda's Node.js runtimes provide. */
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
