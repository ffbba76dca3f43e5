import { abortedError, ClientError, ErrorType } from "../errors.ts";
import { orAborted } from "../http/abort.ts";
import type { Claim } from "./rate-limiter.ts";
import { sleep } from "../http/sleep.ts";
import type { TransportHooks, WaitReason } from "./transport-hooks.ts";

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

  /** Waits until the limits let a request go. */
  async forPlace(claim: () => Claim): Promise<(headers?: Headers) => void> {
    for (;;) {
      if (this.#signal?.aborted) throw abortedError(this.#operation);
      const answer = claim();
      if (answer.kind === "go") return answer.release;
      if (answer.kind === "wait") await this.#wait(Math.ceil(answer.ms), answer.reason);
      else await orAborted(answer.changed, this.#operation, this.#signal);
    }
  }

  /** Waits longer each time, and not everybody equally long; false when there is no time left for it. */
  async beforeRepetition(count: number): Promise<boolean> {
    const longest = firstPauseMs * 2 ** (count - 1);
    const ms = Math.ceil(longest * (0.5 + Math.random() / 2));
    if (ms > this.#leftMs) return false;
    await this.#wait(ms, "repetition");
    return true;
  }

  async #wait(ms: number, reason: WaitReason): Promise<void> {
    if (ms > this.#leftMs) throw tooLong(this.#operation, ms, reason);
    this.#leftMs -= ms;
    this.#onWait?.({ operation: this.#operation, reason, ms });
    await sleep(ms, this.#operation, this.#signal);
  }
}

function tooLong(operation: string, ms: number, reason: WaitReason): ClientError {
  const seconds = Math.ceil(ms / 1000);
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "rate_limited",
    message: `${operation} would have to wait ${seconds} s more (${reason}), which is longer than maxWaitMs allows.`,
    hint: "Call again after retryAfter, or allow more with maxWaitMs.",
    retryable: true,
    retryAfter: ms / 1000,
  });
}
