import { type ClientError, isClientError } from "../errors.ts";
import { InvalidRequests } from "./invalid-requests.ts";
import type { Fetch, HttpAnswer, SendOptions } from "../http/send.ts";
import type { LimitKey, RequestLimits, RequestPlace } from "../http/limits.ts";
import type { StreamedBody } from "../http/streamed-body.ts";
import { isSuccess, sendJson } from "./ask.ts";
import { mayPass, nextStep, type Outcome, Progress, type Step } from "./attempts.ts";
import type { Access, Authorization, Authorizer } from "./authorizer.ts";
import { formatJson, parseJson } from "./json.ts";
import { limitedAnswer } from "./limited-answer.ts";
import { Patience } from "./patience.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { sharedIdentity, sharedLimits } from "./shared-limits.ts";
import type { Snowflake } from "../snowflake.ts";
import { JsonErrorCode } from "../wire/json-error-code.ts";
import { type Hints, serviceError } from "./service-error.ts";
import type { TransportHooks } from "./transport-hooks.ts";

/** One call of an endpoint. It may be repeated, unless it says otherwise: commands are upserts, other calls idempotent. */
export interface Call {
  /** What it does, for error messages: `Creating a global command`. */
  readonly operation: string;
  readonly method: SendOptions["method"];
  /** Below the base URL, with a slash at its start. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The same with files, sent instead. */
  readonly upload?: StreamedBody | undefined;
  /** Milliseconds that the files may take, beside `timeoutMs`. */
  readonly uploadMs?: number;
  /** Whether doing it twice does harm, so that it is not repeated when nobody knows whether it was done. */
  readonly isOnce?: boolean;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default `application`. */
  readonly access?: Access;
  /** What to do next after a refusal, where the operation knows better than the general hints. */
  readonly hints?: Hints;
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
  /** Whose requests they are. */
  readonly applicationId: Snowflake;
  /** Shared with others; by default the client's own. */
  readonly limits?: RequestLimits | undefined;
}

interface PreparedCall extends Call {
  /** The body as it is sent. */
  readonly json: string | undefined;
}

/** Sends the calls of one client: credential, limits, repetitions, errors. */
export class Transport {
  readonly #init: TransportInit;
  readonly #limits: RequestLimits;
  readonly #identify: (authorization: Authorization) => string | Promise<string>;
  readonly #invalid: InvalidRequests;

  constructor(init: TransportInit) {
    this.#init = init;
    const { limits = new RateLimiter(), authorizer, timeoutMs } = init;
    const areOwn = limits instanceof RateLimiter;
    this.#limits = areOwn ? limits : sharedLimits(limits, (text) => authorizer.mask(text), timeoutMs);
    this.#identify = areOwn ? ({ identity }) => identity : sharedIdentity;
    this.#invalid = InvalidRequests.of(init.apiBase);
  }

  /** Whether permissions can be edited. */
  get hasUserToken(): boolean {
    return this.#init.authorizer.hasUserToken;
  }

  /**
   * @returns the JSON of the answer; undefined when it has none (204).
   * @throws ApiError when the service refuses; ClientError `invalid_body` when the body cannot be JSON,
   * `rate_limited` when the wait would be longer than `maxWaitMs`, `invalid_response` when a success is not JSON, and
   * those of {@link send}.
   */
  async call(call: Call): Promise<unknown> {
    const answer = await this.#answer({ json: formatJson(call.body, call.operation), ...call });
    if (answer.status === 204) return undefined;
    if (isSuccess(answer)) return parseJson(answer.text, call.operation);
    const { operation, body } = call;
    const hints = hintsOf(call);
    throw serviceError(answer, { operation, body, hints, mask: (text) => this.#init.authorizer.mask(text) });
  }

  /** Asks until the answer is final: no waiting and no other token could change it. */
  async #answer(call: PreparedCall): Promise<HttpAnswer> {
    const patience = new Patience(call.operation, call.signal, this.#init);
    const progress = new Progress(patience);
    for (;;) {
      const outcome = await this.#attempt(call, patience, progress.refused);
      if (isClientError(outcome)) {
        if (allowed(call, "repeat") === "done" || !(await progress.repeat())) throw outcome;
        continue;
      }
      const { answer } = outcome;
      switch (allowed(call, nextStep(call.method, answer, progress))) {
        case "another token":
          progress.refused = outcome;
          break;
        case "after the limit":
          progress.limited++;
          break;
        case "repeat":
          if (!(await progress.repeat())) return answer;
          break;
        case "deleted":
          return { ...answer, status: 204 };
        case "done":
          return answer;
      }
    }
  }

  /**
   * One request within the limits; an error only when the next may do better.
   *
   * @param refused - the answer with 401 before: it stays the answer when there is no other token.
   */
  async #attempt(
    call: PreparedCall,
    patience: Patience,
    refused: Outcome | undefined,
  ): Promise<Outcome | ClientError> {
    const { operation, access = "application", signal } = call;
    this.#invalid.check(operation);
    let place: RequestPlace | undefined;
    let answer: HttpAnswer | undefined;
    try {
      const rejected = refused?.authorization;
      const authorization = await this.#init.authorizer.authorize(access, { operation, signal, rejected });
      if (refused && authorization.header === rejected?.header) return refused;
      place = await this.#enter(call, authorization, patience);
      answer = await this.#send(call, authorization);
      this.#invalid.note(answer.status, answer.headers);
      return { answer, authorization };
    } catch (error) {
      if (isClientError(error) && mayPass(error)) return error;
      throw error;
    } finally {
      place?.leave(answer && limitedAnswer(answer));
    }
  }

  async #enter(call: Call, authorization: Authorization, patience: Patience): Promise<RequestPlace> {
    const { operation, signal } = call;
    return this.#limits.enter({
      ...limitedRoute(call),
      identity: await this.#identify(authorization),
      applicationId: this.#init.applicationId,
      operation,
      signal,
      mayWaitMs: patience.leftMs,
      wait: async (ms, reason) => patience.wait(ms, reason),
    });
  }

  async #send(call: PreparedCall, authorization: Authorization): Promise<HttpAnswer> {
    const { apiBase, timeoutMs, fetch, onRequest, onResponse } = this.#init;
    const { operation, method, path, json, upload, uploadMs = 0 } = call;
    const startedAt = performance.now();
    onRequest?.({ method, path });
    const answer = await sendJson({
      url: apiBase + path,
      operation,
      method,
      headers: { ...call.headers, authorization: authorization.header },
      body: upload ?? json,
      timeoutMs: timeoutMs + uploadMs,
      maxBodyBytes: 16 * 1024 * 1024,
      signal: call.signal,
      fetch,
    });
    onResponse?.({ method, path, status: answer.status, ms: performance.now() - startedAt });
    return answer;
  }
}

/** The step that a call allows: a stream is read once, and what would be done twice stays as it is. */
function allowed({ upload, isOnce = false }: Call, step: Step): Step {
  if (step === "deleted" || upload?.isRepeatable === false) return step === "deleted" ? step : "done";
  return step === "repeat" && isOnce ? "done" : step;
}

function hintsOf({ access, hints }: Call): Hints {
  if (typeof access !== "object") return { ...hints };
  const missing = `The token needs the scope ${access.scope}: sign in once more with it.`;
  return { [JsonErrorCode.Unauthorized]: missing, [JsonErrorCode.MissingScope]: missing, ...hints };
}

function limitedRoute({ method, path }: Call): Omit<LimitKey, "identity"> {
  const [pathname = ""] = path.split("?");
  const route = `${method} ${pathname.replaceAll(/\/\d+/g, "/:id")}`;
  return { route, resource: /\/(?:guilds|channels)\/\d+/.exec(pathname)?.[0] ?? "" };
}
