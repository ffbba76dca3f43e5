import { createClock, steadyMoment } from "../core/request/clock.ts";
import { isClientError } from "../core/errors.ts";

/** The callback comes this long before the end, so that there is time for a new token. */
const noticeMs = 60_000;

/** Timers stand still while the machine sleeps, and clocks are set: so the clock is looked at this often. */
const longestWaitMs = 30_000;

/** Asks the service when a token ends, in milliseconds since 1970. */
export type FetchExpiry = (token: string, signal: AbortSignal) => Promise<number>;

/** Calls back once per token, shortly before it ends. Does not keep the process alive. */
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

  /** Replaces the callback. Without one, nothing is asked and no timer runs. */
  setCallback(callback: () => void): void {
    this.#callback = callback;
    this.#restart();
  }

  /** Watches `token` instead of the one before. */
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
    // Done with this token: a callback set later is for the next one.
    this.#token = undefined;
    this.#callback?.();
  }

  #later(ms: number, work: () => void): void {
    this.#timer = setTimeout(work, ms).unref();
  }
}

/** A refused token has ended already. Any other failure says nothing; ask again later. */
function endOfRefused(error: unknown): number | undefined {
  return isClientError(error) && error.status === 401 ? 0 : undefined;
}
