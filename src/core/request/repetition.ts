import { type HttpAnswer, send, type SendOptions, type StreamedBody } from "./send.ts";
import { parseJson, parseObject, formatJson } from "./response.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import { ClientError, ErrorType } from "../errors.ts";
import type { TransportHooks, WaitReason } from "./transport.ts";
import { inWords } from "./clock.ts";
import { sleep } from "./abort.ts";
import type { LimitedAnswer } from "./limits.ts";
import { retrySeconds } from "./service-error.ts";

/** One request whose answer is JSON, as its body is, unless it is a form. */
interface JsonRequest extends SendOptions {
  readonly url: string;
}

/** Sends a request whose answer is wanted in JSON. */
export function sendJson({ url, headers, body, ...options }: JsonRequest): Promise<HttpAnswer> {
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

/** One question to the service: sent once, answered or refused. */
export interface Question extends Omit<JsonRequest, "body"> {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The same with files, sent instead. */
  readonly upload?: StreamedBody | undefined;
  /** Told the answer's text before anybody parses it. */
  readonly onText?: ((text: string) => void) | undefined;
  /** The error of an answer that is not a success. */
  readonly refuse: (answer: HttpAnswer) => Error;
}

/**
 * @returns the JSON of the answer; undefined when it has none.
 * @throws what `refuse` makes; ClientError `invalid_body` when the body cannot be JSON, `invalid_response` when a success
 * is not JSON, and those of {@link send}.
 */
export async function ask({ body, upload, onText, refuse, ...request }: Question): Promise<unknown> {
  const answer = await sendJson({ ...request, body: upload ?? formatJson(body, request.operation) });
  onText?.(answer.text);
  if (!isSuccess(answer)) throw refuse(answer);
  return answer.text === "" ? undefined : parseJson(answer.text, request.operation);
}

/** Whether the request was carried out. 202 tells of a search whose guild is still being read (published description). */
export function isSuccess({ status, text }: HttpAnswer): boolean {
  if (status === 202) return parseObject(text)["code"] !== JsonErrorCode.IndexNotReady;
  return status >= 200 && status <= 299;
}

const firstPauseMs = 250;

/** How long one call is ready to wait. */
export class Patience {
  readonly #operation: string;
  readonly #signal: AbortSignal | undefined;
  readonly #onWait: TransportHooks["onWait"];
  #leftMs: number;

  constructor(
    operation: string,
    signal: AbortSignal | undefined,
    init: { readonly maxWaitMs: number; readonly onWait?: TransportHooks["onWait"] },
  ) {
    this.#operation = operation;
    this.#signal = signal;
    this.#onWait = init.onWait;
    this.#leftMs = init.maxWaitMs;
  }

  /** Milliseconds that the call may still wait. */
  get leftMs(): number {
    return this.#leftMs;
  }

  /** Waits longer each time, and not everybody equally long; false when there is no time left for it. */
  async beforeRepetition(count: number): Promise<boolean> {
    const longest = firstPauseMs * 2 ** (count - 1);
    const ms = Math.ceil(longest * (0.5 + Math.random() / 2));
    if (ms > this.#leftMs) return false;
    await this.wait(ms, "repetition");
    return true;
  }

  /** @throws ClientError `rate_limited` at once, when it would be too long; `aborted`. */
  async wait(time: number, reason: WaitReason): Promise<void> {
    const ms = Math.ceil(time);
    if (ms > this.#leftMs) throw tooLong(this.#operation, ms, reason);
    this.#leftMs -= ms;
    this.#onWait?.({ operation: this.#operation, reason, ms });
    await sleep(ms, this.#operation, this.#signal);
  }
}

/** The refusal of a call whose limit for waiting is shorter. */
export function tooLong(operation: string, ms: number, reason: WaitReason): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "rate_limited",
    message: `${operation} stopped: it would have to wait ${inWords(ms)} more (${reason}), longer than its limit for waiting.`,
    hint: "Call again after retryAfter. Clients of the API wait longer with a larger maxWaitMs.",
    retryable: true,
    retryAfter: ms / 1000,
  });
}

/** What an answer says of the limits. */
export function limitedAnswer(answer: HttpAnswer): LimitedAnswer {
  const { status, headers } = answer;
  if (status !== 429) return { status, headers };
  const body = parseObject(answer.text);
  // It lasts for hours, and says nothing of other requests.
  if (body["code"] === JsonErrorCode.DailyCreatesSpent) return { status, headers };
  const isGlobal = body["global"] === true || headers.get("x-ratelimit-global") !== null;
  return { status, headers, block: { ms: (retrySeconds(answer, body) ?? 5) * 1000, isGlobal } };
}
