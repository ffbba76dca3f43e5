import { type ClientError, isClientError, ErrorType } from "../errors.ts";
import { InvalidRequests, RateLimiter } from "./rate-limiter.ts";
import { isSuccess, sendJsonRequest, type HttpAnswer } from "./send.ts";
import {
  type LimitKey,
  type RequestLimits,
  type RequestSlot,
  sharedIdentity,
  sharedLimits,
} from "./limits.ts";
import { type Authorization, Authorizer } from "./authorizer.ts";
import { parseJson, parseObject, passesSoon } from "./response.ts";
import type { Call, TransportInit } from "./call.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { type Hints, serviceError } from "./service-error.ts";
import { WaitBudget, limitedAnswer } from "./wait-budget.ts";

export { ask } from "./send.ts";
export { describeNetworkFailure } from "./network-failure.ts";
export { RateLimiter } from "./rate-limiter.ts";

/** A call whose body is already serialized. Later changes to the object have no effect. */
export interface PreparedCall extends Call {
  readonly json: string | undefined;
}

export class Sender {
  readonly #init: TransportInit;
  readonly #authorizer: Authorizer;
  readonly #limits: RequestLimits;
  readonly #identify: (authorization: Authorization) => string | Promise<string>;
  readonly #invalid: InvalidRequests;

  constructor(init: TransportInit) {
    this.#init = init;
    const { limits, ownLimits = new RateLimiter(), credential, timeoutMs } = init;
    this.#authorizer = new Authorizer(credential, init);
    this.#limits = limits ? sharedLimits(limits, this.#mask, timeoutMs) : ownLimits;
    this.#identify = limits ? sharedIdentity : ({ identity }) => identity;
    this.#invalid = InvalidRequests.of(init.apiBase);
  }

  readonly #mask = (text: string): string => this.#authorizer.mask(text);

  /**
   * @returns The parsed response, or `undefined` if it is empty (204).
   * @throws ApiError for an error response; ClientError `rate_limited` if the wait exceeds `maxWaitMs`; `invalid_response` if a
   *   successful response is not JSON; and network errors.
   */
  async send(call: PreparedCall): Promise<unknown> {
    const answer = await this.#answer(call);
    if (answer.status === 204) return undefined;
    if (isSuccess(answer)) return parseJson(answer.text, call.operation);
    const { operation, body } = call;
    const hints = hintsOf(call);
    throw serviceError(answer, { operation, body, hints, mask: this.#mask });
  }

  /** Retries as long as waiting or a new token may help. */
  async #answer(call: PreparedCall): Promise<HttpAnswer> {
    const progress = new Progress(call.operation, call.signal, this.#init);
    for (;;) {
      const outcome = await this.#attempt(call, progress);
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

  /** Sends one request within the limits. Returns temporary errors and throws all others. */
  async #attempt(call: PreparedCall, progress: Progress): Promise<Outcome | ClientError> {
    const { refused } = progress;
    const { operation, access = "application", signal } = call;
    this.#invalid.check(operation);
    let slot: RequestSlot | undefined;
    let answer: HttpAnswer | undefined;
    try {
      const rejected = refused?.authorization;
      const authorization = await this.#authorizer.authorize(access, { operation, signal, rejected });
      // Without a new token, the earlier response is final.
      if (refused && authorization.header === rejected?.header) return refused;
      slot = await this.#enter(call, authorization, progress);
      answer = await this.#send(call, authorization);
      this.#invalid.note(answer.status, answer.headers);
      return { answer, authorization };
    } catch (error) {
      if (isClientError(error) && mayPass(error)) return error;
      throw error;
    } finally {
      slot?.leave(answer && limitedAnswer(answer));
    }
  }

  async #enter(call: Call, authorization: Authorization, budget: WaitBudget): Promise<RequestSlot> {
    const { operation, signal } = call;
    return this.#limits.enter({
      ...limitedRoute(call),
      identity: await this.#identify(authorization),
      applicationId: this.#init.applicationId,
      operation,
      signal,
      mayWaitMs: budget.remainingMs,
      wait: async (ms, reason) => budget.wait(ms, reason),
    });
  }

  async #send(call: PreparedCall, authorization: Authorization): Promise<HttpAnswer> {
    const { apiBase, timeoutMs, fetch, onRequest, onResponse } = this.#init;
    const { operation, method, path, json, upload, uploadMs = 0 } = call;
    const startedAt = performance.now();
    onRequest?.({ method, path });
    const answer = await sendJsonRequest({
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
    onResponse?.({ method, path, status: answer.status, durationMs: performance.now() - startedAt });
    return answer;
  }
}

/** A stream can be sent only once, and calls with `isOnce` are never repeated. */
function allowed({ upload, isOnce = false }: Call, step: Step): Step {
  if (step === "deleted" || upload?.isRepeatable === false) return step === "deleted" ? step : "done";
  return step === "repeat" && isOnce ? "done" : step;
}

function hintsOf({ access, hints }: Call): Hints {
  if (typeof access !== "object") return { ...hints };
  const missing = `The token needs the ${access.scope} scope: sign in again with it.`;
  return { [JsonErrorCode.Unauthorized]: missing, [JsonErrorCode.MissingScope]: missing, ...hints };
}

function limitedRoute({ method, path }: Call): Omit<LimitKey, "identity"> {
  const [pathname = ""] = path.split("?");
  const route = `${method} ${pathname.replaceAll(/\/\d+/g, "/:id")}`;
  return { route, resource: /\/(?:guilds|channels)\/\d+/.exec(pathname)?.[0] ?? "" };
}

/** After this many 429 responses, the service's delays are no longer trusted. */
const maxRateLimited = 10;

interface Outcome {
  readonly answer: HttpAnswer;
  readonly authorization: Authorization;
}

class Progress extends WaitBudget {
  refused: Outcome | undefined;
  limited = 0;
}

/** What to do after a response. `deleted` counts as success. */
type Step = "another token" | "after the limit" | "repeat" | "deleted" | "done";

function nextStep(method: string, answer: HttpAnswer, progress: Progress): Step {
  const code = (): unknown => parseObject(answer.text)["code"];
  switch (answer.status) {
    case 401:
      // A new token would lack the scope too.
      return progress.refused || code() === JsonErrorCode.MissingScope ? "done" : "another token";
    case 429:
      if (progress.limited >= maxRateLimited || code() === JsonErrorCode.DailyCreatesSpent) return "done";
      return "after the limit";
    case 404: {
      // An earlier attempt deleted the command, but its response was lost.
      const isRepeated = method === "DELETE" && progress.repetitions > 0;
      return isRepeated && code() === JsonErrorCode.UnknownCommand ? "deleted" : "done";
    }
    default:
      return passesSoon(answer.status) ? "repeat" : "done";
  }
}

/** True for a network failure other than a TLS failure, and for an unavailable token endpoint. */
function mayPass({ type, retryable, status }: ClientError): boolean {
  return (type === ErrorType.NetworkError && retryable) || (status !== undefined && passesSoon(status));
}
