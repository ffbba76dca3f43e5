import { type ClientError, ErrorType, isClientError, validationError } from "../errors.ts";
import { JsonErrorCode } from "../wire/json-error-code.ts";
import { InvalidRequests } from "./invalid-requests.ts";
import { type LimitKey, RateLimiter } from "./rate-limiter.ts";
import { type Fetch, type HttpAnswer, send, type SendOptions } from "../http/send.ts";
import { userAgent } from "../http/user-agent.ts";
import type { Access, Authorization, Authorizer } from "./authorizer.ts";
import { Patience } from "./patience.ts";
import { invalidResponse } from "./response.ts";
import { parseObject, retrySeconds, serviceError } from "./service-error.ts";
import type { TransportHooks } from "./transport-hooks.ts";

/** One call of an endpoint. Every one of them may be repeated: creating is an upsert, the others are idempotent. */
export interface Call {
  /** What it does, for error messages: `Creating a global command`. */
  readonly operation: string;
  readonly method: SendOptions["method"];
  /** Below the base URL, with a slash at its start. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default `application`. */
  readonly access?: Access;
  readonly signal?: AbortSignal | undefined;
}

/** What {@link Transport} is made from. */
export interface TransportInit extends TransportHooks {
  readonly apiBase: string;
  readonly authorizer: Authorizer;
  readonly timeoutMs: number;
  /** How long one call may wait in all, for limits and between repetitions. */
  readonly maxWaitMs: number;
  readonly fetch: Fetch | undefined;
}

const mostRepetitions = 3;

/** A service that refuses this often for its limits tells wrong times. */
const mostLimited = 10;

/** The service was not able to answer, and may be in a moment. */
const passing: ReadonlySet<number> = new Set([500, 502, 503, 504, 507, 522, 523, 524]);

interface PreparedCall extends Call {
  /** The body as it is sent. */
  readonly json: string | undefined;
}

/** An answer, and what it was asked with. */
interface Outcome {
  readonly answer: HttpAnswer;
  readonly authorization: Authorization;
  readonly key: LimitKey;
}

/** Sends the calls of one client: credential, limits, repetitions, errors. */
export class Transport {
  readonly #init: TransportInit;
  readonly #limiter = new RateLimiter();
  readonly #invalid: InvalidRequests;

  constructor(init: TransportInit) {
    this.#init = init;
    this.#invalid = InvalidRequests.of(init.apiBase);
  }

  /** Whether permissions can be edited. */
  get hasUserToken(): boolean {
    return this.#init.authorizer.hasUserToken;
  }

  /**
   * @returns the JSON of the answer; undefined when it has none (204).
   * @throws CommandsError when the service refuses; ClientError `invalid_body` when the body cannot be JSON,
   * `rate_limited` when the wait would be longer than `maxWaitMs`, `invalid_response` when a success is not JSON, and
   * those of {@link send}.
   */
  async call(call: Call): Promise<unknown> {
    const answer = await this.#answer({ ...call, json: formatJson(call) });
    if (answer.status === 204) return undefined;
    if (answer.status >= 200 && answer.status <= 299) return parseAnswer(answer, call.operation);
    const { operation, body } = call;
    throw serviceError(answer, { operation, body, mask: (text) => this.#init.authorizer.mask(text) });
  }

  /** The first answer that waiting or another token cannot better. */
  async #answer(call: PreparedCall): Promise<HttpAnswer> {
    const patience = new Patience(call.operation, call.signal, this.#init);
    let refused: Outcome | undefined;
    let repetitions = 0;
    let limited = 0;
    const mayRepeat = async (): Promise<boolean> =>
      repetitions++ < mostRepetitions && patience.beforeRepetition(repetitions);
    for (;;) {
      const outcome = await this.#attempt(call, patience, refused);
      if (isClientError(outcome)) {
        if (!(await mayRepeat())) throw outcome;
        continue;
      }
      const { answer, key } = outcome;
      if (isTokenRefused(answer) && !refused) {
        refused = outcome;
      } else if (isLimited(answer) && limited++ < mostLimited) {
        this.#block(key, answer);
      } else if (passing.has(answer.status)) {
        if (!(await mayRepeat())) return answer;
      } else if (isDeletedMeanwhile(call, answer, repetitions)) {
        return { ...answer, status: 204 };
      } else return answer;
    }
  }

  /**
   * One request within the limits; an error only when the next may do better.
   *
   * @param refused - the answer with 401 before: it stays the answer when no other token can be had.
   */
  async #attempt(
    call: PreparedCall,
    patience: Patience,
    refused: Outcome | undefined,
  ): Promise<Outcome | ClientError> {
    const { operation, access = "application", signal } = call;
    this.#invalid.check(operation);
    let release: ((headers?: Headers) => void) | undefined;
    let answer: HttpAnswer | undefined;
    try {
      const rejected = refused?.authorization;
      const authorization = await this.#init.authorizer.authorize(access, { operation, signal, rejected });
      if (refused && authorization.header === rejected?.header) return refused;
      const key = limitKey(call, authorization);
      release = await patience.forPlace(() => this.#limiter.claim(key));
      answer = await this.#send(call, authorization);
      this.#invalid.note(answer.status, answer.headers);
      return { answer, authorization, key };
    } catch (error) {
      if (isClientError(error) && mayPass(error)) return error;
      throw error;
    } finally {
      release?.(answer?.headers);
    }
  }

  #block(key: LimitKey, answer: HttpAnswer): void {
    const body = parseObject(answer.text);
    const isGlobal = body["global"] === true || answer.headers.get("x-ratelimit-global") !== null;
    this.#limiter.block(key, (retrySeconds(answer, body) ?? 5) * 1000, isGlobal);
  }

  async #send(call: PreparedCall, authorization: Authorization): Promise<HttpAnswer> {
    const { apiBase, timeoutMs, fetch, onRequest, onResponse } = this.#init;
    const { operation, method, path, json } = call;
    const startedAt = performance.now();
    onRequest?.({ method, path });
    const answer = await send(apiBase + path, {
      operation,
      method,
      headers: {
        accept: "application/json",
        authorization: authorization.header,
        "user-agent": userAgent,
        ...(json !== undefined && { "content-type": "application/json" }),
        ...call.headers,
      },
      body: json,
      timeoutMs,
      maxBodyBytes: 16 * 1024 * 1024,
      signal: call.signal,
      fetch,
    });
    onResponse?.({ method, path, status: answer.status, ms: performance.now() - startedAt });
    return answer;
  }
}

/** Not when the token is alive and lacks a scope, which the next one would lack too. */
function isTokenRefused(answer: HttpAnswer): boolean {
  return answer.status === 401 && parseObject(answer.text)["code"] !== JsonErrorCode.MissingScope;
}

function isLimited(answer: HttpAnswer): boolean {
  return answer.status === 429 && parseObject(answer.text)["code"] !== JsonErrorCode.DailyCreatesSpent;
}

/** The network, or the token endpoint, was not able to answer. */
function mayPass({ type, status }: ClientError): boolean {
  return type === ErrorType.NetworkError || (status !== undefined && passing.has(status));
}

function limitKey({ method, path }: Call, { identity }: Authorization): LimitKey {
  const [pathname = ""] = path.split("?");
  const route = `${method} ${pathname.replaceAll(/\/\d+/g, "/:id")}`;
  return { identity, route, guild: /\/guilds\/(\d+)/.exec(pathname)?.[1] ?? "" };
}

/** A deletion whose answer got lost had its effect: the repetition finds nothing. */
function isDeletedMeanwhile(call: Call, answer: HttpAnswer, repetitions: number): boolean {
  if (call.method !== "DELETE" || repetitions === 0) return false;
  return answer.status === 404 && parseObject(answer.text)["code"] === JsonErrorCode.UnknownCommand;
}

/** The rules look at the fields of a command only: others may be anything. */
function formatJson({ operation, body }: Call): string | undefined {
  try {
    return JSON.stringify(body);
  } catch {
    throw validationError(
      "invalid_body",
      `${operation} was stopped: what was passed cannot be written as JSON.`,
      "Pass plain data, without bigint and without circles.",
    );
  }
}

function parseAnswer(answer: HttpAnswer, operation: string): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    throw invalidResponse(operation, "JSON");
  }
}
