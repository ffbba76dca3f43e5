import { ClientError, ErrorType, isClientError } from "../errors.ts";
import { orAborted } from "./abort.ts";
import { startDeadline } from "./deadline.ts";
import { formatDuration } from "./clock.ts";
import { networkError } from "./network-failure.ts";
import { debug } from "../debug.ts";
import { describeRequest } from "./describe-request.ts";
import { type Fetch, userAgent } from "./fetch.ts";

/** A fetch of a client, which logs its requests. */
type LoggedFetch = Fetch & { readonly log?: (line: string) => void };

export interface SendOptions {
  /** The operation, for error messages. Must not contain secrets or a full URL. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | StreamedBody | undefined;
  /** The timeout in milliseconds, including the response body. */
  readonly timeoutMs: number;
  /** The maximum size of the response body. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: LoggedFetch | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface StreamedBody {
  readonly contentType: string;
  /** The number of bytes; `undefined` if the length of a part is unknown. */
  readonly length: number | undefined;
  readonly isRepeatable: boolean;
  /** @param fail - Called with an error if the source cannot be read completely. */
  open(fail: (reason: ClientError) => void): OpenBody;
}

export interface OpenBody {
  readonly stream: ReadableStream<Uint8Array>;
  close(): void;
}

const defaultMaxBodyBytes = 1024 * 1024;

/**
 * Sends one request and reads the response, whatever its status. Does not follow redirects, which could send codes and tokens to
 * another URL.
 *
 * @throws ClientError `aborted`, `timeout`, `network_error`, `tls_failed` or `response_too_large`, and the error of a streamed
 *   body.
 */
export async function send(url: string, options: SendOptions): Promise<HttpAnswer> {
  const startedAt = performance.now();
  const report = (outcome: unknown): void => {
    const line = () => describeRequest(url, options, performance.now() - startedAt, outcome);
    debug(line);
    options.fetch?.log?.(line());
  };
  try {
    const answer = await sendOnce(url, options);
    report(answer.status);
    return answer;
  } catch (error) {
    report(error);
    throw error;
  }
}

async function sendOnce(url: string, options: SendOptions): Promise<HttpAnswer> {
  const { operation } = options;
  const deadline = startDeadline(operation, options.timeoutMs, [options.signal], timeoutError);
  const { signal } = deadline;
  let body: string | OpenBody | undefined;
  // `using` would add its helper to every bundle with an interaction handler.
  try {
    signal.throwIfAborted();
    body =
      typeof options.body === "object" ? options.body.open((reason) => deadline.end(reason)) : options.body;
    // A custom fetch may ignore the signal.
    return await orAborted(exchange(url, options, body, signal), operation, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw isClientError(error) ? error : networkError(operation, url, error, options.fetch);
  } finally {
    if (typeof body === "object") body.close();
    deadline[Symbol.dispose]();
  }
}

/** Without these options, fetch buffers a second copy of the body. */
const readOnce = { duplex: "half", redirect: "error", window: null } as const;

async function exchange(
  url: string,
  options: SendOptions,
  body: string | OpenBody | undefined,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const response = await ask(options.fetch ?? fetch, url, {
    method: options.method,
    redirect: "manual",
    signal,
    headers: { ...options.headers, "user-agent": userAgent },
    ...(typeof body === "string" && { body }),
    ...(typeof body === "object" && { body: body.stream, ...readOnce }),
  });
  if (!isResponse(response)) throw new TypeError("not a response");
  const text = await readText(response, options);
  return { status: response.status, headers: response.headers, text };
}

/** A ClientError thrown by a custom fetch counts as a network failure. */
async function ask(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw isClientError(error) ? new TypeError("fetch failed") : error;
  }
}

/** A custom fetch may return any value. */
function isResponse(value: unknown): value is Response {
  const { status, headers } = (value ?? {}) as { status?: unknown; headers?: { get?: unknown } | null };
  return Number.isInteger(status) && typeof headers?.get === "function";
}

async function readText(response: Response, options: SendOptions): Promise<string> {
  const limit = options.maxBodyBytes ?? defaultMaxBodyBytes;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLargeError(options.operation, response.status, limit);
    chunks.push(chunk);
  }
  // Not streaming, because streaming decoders are slow to create.
  return new TextDecoder().decode(chunks.length === 1 ? chunks[0] : join(chunks, size));
}

/** Does not use Buffer, because commands and interactions also run outside Node. */
function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    whole.set(chunk, end);
    end += chunk.byteLength;
  }
  return whole;
}

function timeoutError(operation: string, timeoutMs: number): ClientError {
  return new ClientError({
    type: ErrorType.NetworkError,
    code: "timeout",
    message: `${operation} received no complete response within ${formatDuration(timeoutMs)}.`,
    hint: "Check the connection, or increase the timeout.",
    retryable: true,
  });
}

function tooLargeError(operation: string, status: number, limit: number) {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "response_too_large",
    message: `${operation} received a response of more than ${limit} bytes, so the response was not read completely.`,
    hint: "Check that apiBase is the service's own address.",
    status,
  });
}
