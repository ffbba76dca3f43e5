/** The number of calls that a page can make at once. */
const burst = 100;

/** The number of calls per second after a burst. */
const perSecond = 20;

/** The number of a page's calls that can be pending at the same time. */
const mostPending = 50;

interface Usage {
  remaining: number;
  updatedAt: number;
  pending: number;
}

/** Limits each page's calls, because a page in an endless loop must not block the main process. */
export class CallLimit {
  readonly #usage = new WeakMap<object, Usage>();

  /** Returns a function to call when the call has ended, or `undefined` if the call exceeds the limit. */
  start(sender: object): (() => void) | undefined {
    const now = performance.now();
    const usage = this.#usage.get(sender) ?? { remaining: burst, updatedAt: now, pending: 0 };
    this.#usage.set(sender, usage);
    usage.remaining = Math.min(burst, usage.remaining + ((now - usage.updatedAt) / 1000) * perSecond);
    usage.updatedAt = now;
    if (usage.remaining < 1 || usage.pending >= mostPending) return undefined;
    usage.remaining -= 1;
    usage.pending += 1;
    return () => void (usage.pending -= 1);
  }
}
