import { createClock, steadyMoment } from "../core/request/clock.ts";
import { isClientError } from "../core/errors.ts";

/** Leaves time for a renewal. */
const noticeMs = 60_000;

/** Timers stop while the machine sleeps, and the clock may be set. */
const longestWaitMs = 30_000;

/** Returns milliseconds since 1970. */
export type FetchExpiry = (token: string, signal: AbortSignal) => Promise<number>;

/** Calls back once per token, without keeping the process alive. */
export class ExpirationWatch {
  readonly #fetchExpiry: FetchExpiry;
  readonly #clock = createClock();
  #callback: (() => void) | undefined;
  #token: string | undefined;
  #asking: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(fetchExpiry: FetchExpiry) {
    this.#fetchExpiry = fetchExpiry;
  }

  /** Without a callback, no request is sent and no timer runs. */
  setCallback(callback: () => void): void {
    this.#callback = callback;
    this.#restart();
  }

  watch(token: string): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#restart();
  }

  stop(): void {
    this.#token = undefined;
    this.#restart();
  }

  #restart(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = undefined;
    if (this.#token === undefined || !this.#callback) return;
    this.#asking = new AbortController();
    void this.#ask(this.#token, this.#asking.signal);
  }

  async #ask(token: string, stopped: AbortSignal): Promise<void> {
    const endsAt = await this.#fetchExpiry(token, stopped).catch(endOfRefused);
    if (stopped.aborted) return;
    if (endsAt === undefined) this.#later(longestWaitMs, () => void this.#ask(token, stopped));
    else this.#look(steadyMoment(this.#clock, endsAt));
  }

  #look(endsAt: number): void {
    const left = endsAt - noticeMs - this.#clock();
    if (left > 0) return this.#later(Math.min(left, longestWaitMs), () => this.#look(endsAt));
    // A later callback applies to the next token.
    this.#token = undefined;
    this.#callback?.();
  }

  #later(ms: number, work: () => void): void {
    this.#timer = setTimeout(work, ms).unref();
  }
}

/** After other failures the expiry is fetched again later. */
function endOfRefused(error: unknown): number | undefined {
  return isClientError(error) && error.status === 401 ? 0 : undefined;
}
