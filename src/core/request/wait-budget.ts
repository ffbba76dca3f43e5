import { ClientError, ErrorType } from "../errors.ts";
import type { HttpAnswer } from "./send.ts";
import type { LimitedResponse } from "./limits.ts";
import { parseObject } from "./response.ts";
import { retrySeconds } from "./service-error.ts";
import type { TransportHooks, WaitReason } from "./call.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { formatDuration } from "./clock.ts";
import { sleep } from "./deadline.ts";

const firstPauseMs = 250;
const maxRepetitions = 3;

export class WaitBudget {
  readonly #operation: string;
  readonly #signal: AbortSignal | undefined;
  readonly #onWait: TransportHooks["onWait"];
  #remainingMs: number;
  #repetitions = 0;

  constructor(
    operation: string,
    signal: AbortSignal | undefined,
    init: { readonly maxWaitMs: number; readonly onWait?: TransportHooks["onWait"] },
  ) {
    this.#operation = operation;
    this.#signal = signal;
    this.#onWait = init.onWait;
    this.#remainingMs = init.maxWaitMs;
  }

  get remainingMs(): number {
    return this.#remainingMs;
  }

  get repetitions(): number {
    return this.#repetitions;
  }

  /** Waits before a retry. Returns `false` if no retries are left or too little time remains. */
  async repeat(): Promise<boolean> {
    if (this.#repetitions++ >= maxRepetitions) return false;
    const longest = firstPauseMs * 2 ** (this.#repetitions - 1);
    const ms = Math.ceil(longest * (0.5 + Math.random() / 2));
    if (ms > this.#remainingMs) return false;
    await this.wait(ms, "repetition");
    return true;
  }

  async wait(time: number, reason: WaitReason): Promise<void> {
    const ms = Math.ceil(time);
    if (ms > this.#remainingMs) throw waitTooLong(this.#operation, ms, reason);
    this.#remainingMs -= ms;
    this.#onWait?.({ operation: this.#operation, reason, durationMs: ms });
    await sleep(ms, this.#operation, this.#signal);
  }
}

export function waitTooLong(operation: string, ms: number, reason: WaitReason): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "rate_limited",
    message: `${operation} stopped: it would have to wait another ${formatDuration(ms)} (${reason}), which is longer than its maximum wait.`,
    hint: "Call again after retryAfter seconds. To let API clients wait longer, increase maxWaitMs.",
    retryable: true,
    retryAfter: ms / 1000,
  });
}

export function limitedAnswer(answer: HttpAnswer): LimitedResponse {
  const { status, headers } = answer;
  if (status !== 429) return { status, headers };
  const body = parseObject(answer.text);
  // This limit lasts for hours and does not affect other requests.
  if (body["code"] === JsonErrorCode.DailyCreatesSpent) return { status, headers };
  const isGlobal = body["global"] === true || headers.get("x-ratelimit-global") !== null;
  return { status, headers, block: { durationMs: (retrySeconds(answer, body) ?? 5) * 1000, isGlobal } };
}
