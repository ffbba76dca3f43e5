import { AsyncLocalStorage } from "node:async_hooks";

interface Timer {
  readonly at: number;
  readonly run: () => void;
  handle?: NodeJS.Timeout;
}

/** Node fires longer timers immediately. */
const longestWaitMs = 2 ** 31 - 1;

export class Clock {
  #movedMs = 0;
  readonly #skew = new AsyncLocalStorage<number>();
  readonly #timers = new Set<Timer>();

  get aheadMs(): number {
    return this.#movedMs + (this.#skew.getStore() ?? 0);
  }

  readonly now = (): number => Date.now() + this.aheadMs;

  /** Runs all due timers in order before it returns. */
  advance(ms: number): void {
    this.#movedMs += ms;
    const timers = [...this.#timers].toSorted((one, other) => one.at - other.at);
    for (const timer of timers) {
      if (timer.at <= this.#sharedNow()) this.#end(timer);
      else this.#arm(timer);
    }
  }

  after(ms: number, run: () => void): () => void {
    const timer: Timer = { at: this.#sharedNow() + ms, run };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => void this.#drop(timer);
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  skewed<Result>(ms: number | undefined, work: () => Result): Result {
    return ms === undefined ? work() : this.#skew.run(ms, work);
  }

  #sharedNow(): number {
    return Date.now() + this.#movedMs;
  }

  #arm(timer: Timer): void {
    clearTimeout(timer.handle);
    const wait = timer.at - this.#sharedNow();
    const isFar = wait > longestWaitMs;
    const ring = () => (isFar ? this.#arm(timer) : this.#end(timer));
    timer.handle = setTimeout(ring, isFar ? longestWaitMs : wait).unref();
  }

  #end(timer: Timer): void {
    if (this.#drop(timer)) timer.run();
  }

  #drop(timer: Timer): boolean {
    clearTimeout(timer.handle);
    return this.#timers.delete(timer);
  }
}

/** Measures elapsed milliseconds. Clock changes have no effect. */
export function startStopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}
