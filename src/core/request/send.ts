import { ClientError, ErrorType, isClientError } from "../errors.ts";
import { orAborted } from "./abort.ts";
import { startDeadline } from "./deadline.ts";
import { formatDuration } from "./clock.ts";
import { networkError } from "./network-failure.ts";
import { debug } from "../debug.ts";
import type { Fetch } from "./addresses.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { formatJson, parseJson, parseObject, parseForeignJson } from "./response.ts";

/**
 * The User-Agent, in the format `DiscordBot ($url, $version)`. The service blocks other formats with code 40333 (Discord
 * documentation, Reference, "User Agent").
 */
export const userAgent = "DiscordBot (https://github.com/slashpass/slashpass, 0.1.0)";

type LoggedFetch = Fetch & { readonly log?: (line: string) => void };

export interface SendOptions {
  /** The operation's name for error messages. Must not contain secrets or a full URL. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | StreamedBody | undefined;
  /** The timeout in milliseconds, which includes receiving the response body. */
  readonly timeoutMs: number;
  /** The maximum size of the response body. Default: 1 MiB. */
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
  /** The length in bytes; `undefined` if the length of a part is unknown. */
  readonly length: number | undefined;
  readonly isRepeatable: boolean;
  /** @param fail - Called with an error if the source cannot be read to the end. */
  open(fail: (reason: ClientError) => void): OpenBody;
}

export interface OpenBody {
  readonly stream: ReadableStream<Uint8Array>;
  close(): void;
}

const defaultMaxBodyBytes = 1024 * 1024;

/**
 * Sends one request and reads the response, even if it has an error status. Does not follow redirects, which could send codes and
 * tokens to another URL.
 *
 * @throws ClientError `aborted`, `timeout`, `network_error`, `tls_failed` or `response_too_large`, or the error from a streamed
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
  // `using` would add a helper function to every bundle that contains an interaction handler.
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

/** Without these options, fetch keeps a second copy of the body in memory. */
const readOnce = { duplex: "half", redirect: "error", window: null } as const;

async function exchange(
  url: string,
  options: SendOptions,
  body: string | OpenBody | undefined,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const response = await fetchOnce(options.fetch ?? fetch, url, {
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

/** If a custom fetch throws a ClientError, it counts as a network failure. */
async function fetchOnce(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw isClientError(error) ? new TypeError("fetch failed") : error;
  }
}

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
  // Decodes everything at once, because streaming decoders are slow to create.
  return new TextDecoder().decode(chunks.length === 1 ? chunks[0] : join(chunks, size));
}

/** Avoids Buffer, because the commands and interactions modules also run outside Node.js. */
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
    message: `${operation} timed out: no complete response arrived within ${formatDuration(timeoutMs)}.`,
    hint: "Check the connection, or increase the timeout.",
    retryable: true,
  });
}

function tooLargeError(operation: string, status: number, limit: number) {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "response_too_large",
    message: `${operation} failed: the response exceeds ${limit} bytes.`,
    hint: "Check that apiBase is the service's own address.",
    status,
  });
}

/** The fixed segments in the service's paths. Any other segment may be a token. */
const knownSegments: ReadonlySet<string> = new Set(
  (
    "@me @original .well-known activity-instances api applications authorize bulk callback channels child-token commands device guilds " +
    "interactions keys lobbies members messages metadata oauth2 openid-configuration partner-sdk permissions provisional-accounts revoke role-connection role-connections " +
    "thread-members token unmerge users voice-status webhooks"
  ).split(" "),
);

/** May be logged without redaction, so it contains only parts that cannot be secret. */
export function describeRequest(
  url: string,
  { method, operation }: { readonly method: string; readonly operation: string },
  tookMs: number,
  outcome: unknown,
): string {
  const took = Math.round(tookMs);
  return `[http] ${method} ${maskedAddress(url)} ${outcomeCode(outcome)} in ${took} ms: ${operation}`;
}

function outcomeCode(outcome: unknown): string {
  if (typeof outcome === "number") return String(outcome);
  return isClientError(outcome) && /^[a-z_]{1,40}$/.test(outcome.code) ? outcome.code : "failed";
}

function maskedAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.split("/").map(maskedSegment).join("/");
}

function maskedSegment(segment: string): string {
  const isPlain = segment === "" || knownSegments.has(segment) || /^(?:v\d{1,2}|\d{1,20})$/.test(segment);
  return isPlain ? segment : "[hidden]";
}

interface JsonRequest extends SendOptions {
  readonly url: string;
}

export function sendJsonRequest({ url, headers, body, ...options }: JsonRequest): Promise<HttpAnswer> {
  return send(url, {
    body,
    headers: { accept: "application/json", ...describeBody(body), ...headers },
    ...options,
  });
}

function describeBody(body: SendOptions["body"]): Readonly<Record<string, string>> {
  if (body === undefined) return {};
  if (typeof body === "string") return { "content-type": "application/json" };
  const { contentType, length } = body;
  return { "content-type": contentType, ...(length !== undefined && { "content-length": String(length) }) };
}

/** A request with a JSON body. It is not retried. */
export interface JsonCallOptions extends Omit<JsonRequest, "body"> {
  readonly body?: unknown;
  /** A body with files. Replaces `body`. */
  readonly upload?: StreamedBody | undefined;
  readonly onText?: ((text: string) => void) | undefined;
  readonly refuse: (answer: HttpAnswer) => Error;
}

/** @returns The parsed response, or `undefined` if it is empty. */
export async function ask({ body, upload, onText, refuse, ...request }: JsonCallOptions): Promise<unknown> {
  const answer = await sendJsonRequest({ ...request, body: upload ?? formatJson(body, request.operation) });
  onText?.(answer.text);
  if (!isSuccess(answer)) throw refuse(answer);
  return answer.text === "" ? undefined : parseJson(answer.text, request.operation);
}

/** A 202 can mean that a guild's search index is not ready (published API description). */
export function isSuccess({ status, text }: HttpAnswer): boolean {
  if (status === 202) return parseObject(text)["code"] !== JsonErrorCode.IndexNotReady;
  return status >= 200 && status <= 299;
}

export type OAuthFetchInit = Pick<
  JsonCallOptions,
  "operation" | "timeoutMs" | "fetch" | "signal" | "onText" | "refuse"
>;

interface OAuthRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
}

/** A `fetch` for oauth4webapi that applies the library's timeouts, size limits, redirect policy and errors. */
export function createOAuthFetch(
  init: OAuthFetchInit,
): (url: string, request: OAuthRequest) => Promise<Response> {
  const { onText, refuse, ...options } = init;
  return async (url, { headers, body }) => {
    const answer = await send(url, { ...options, method: "POST", headers, body: body.toString() });
    onText?.(answer.text);
    if (answer.status !== 200) throw refuse(answer);
    return readResponse(answer);
  };
}

/** Returns the text directly. A regular Response would convert it to a stream and read it back. */
function readResponse({ text, headers }: HttpAnswer): Response {
  const response = new Response(null, { headers: { "content-type": headers.get("content-type") ?? "" } });
  return Object.assign(response, {
    text: async () => text,
    json: async (): Promise<unknown> => parseForeignJson(text),
  });
}
