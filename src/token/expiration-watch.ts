import { isClientError } from "../errors.ts";

/** The callback comes this long before the end, so that there is time for a new token. */
const noticeMs = 60_000;
/** Timers stand still while the machine sleeps, and clocks are set: so the clock is looked at this often. */
const longestWaitMs = 30_000;

/** Asks the service when a token ends, in milliseconds since 1970. */
export type FetchExpiry = (token: string, signal: AbortSignal) => Promise<number>;

/** Calls back once per token, shortly before it ends. Does not keep the process alive. */
export class ExpirationWatch {
  readonly #fetchExpiry: FetchExpiry;
  #callback: (() => void) | undefined;
  #token: string | undefined;
  #stopped = new AbortController();

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
    this.#stopped.abort();
    this.#stopped = new AbortController();
    if (this.#token === undefined || !this.#callback) return;
    void this.#run(this.#token, this.#stopped.signal);
  }

  async #run(token: string, stopped: AbortSignal): Promise<void> {
    let endsAt: number | undefined;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- until the service has answered once
      endsAt ??= await this.#fetchExpiry(token, stopped).catch(endOfRefused);
      if (stopped.aborted) return;
      const left = endsAt === undefined ? longestWaitMs : endsAt - noticeMs - Date.now();
      if (left <= 0) break;
      // oxlint-disable-next-line no-await-in-loop
      await sleep(Math.min(left, longestWaitMs), stopped);
      if (stopped.aborted) return;
    }
    // Done with this token: another callback set later is for the next one.
    this.#token = undefined;
    this.#callback?.();
  }
}

/** A refused token has ended already. Any other failure says nothing; ask again later. */
function endOfRefused(error: unknown): number | undefined {
  return isClientError(error) && error.status === 401 ? 0 : undefined;
}

/** Without an error when `stopped`, and without keeping the process alive. */
function sleep(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    stopped.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
