import { AsyncLocalStorage } from "node:async_hooks";

interface Timer {
  /** Milliseconds on the clock, as everybody but a skewed request sees it. */
  readonly at: number;
  readonly run: () => void;
  handle?: NodeJS.Timeout;
}

/** A timer for longer would ring at once. */
const longestWaitMs = 2 ** 31 - 1;

/** The only clock of an emulator: the machine's, and as far ahead of it as it was moved. */
export class Clock {
  #movedMs = 0;
  readonly #skew = new AsyncLocalStorage<number>();
  readonly #timers = new Set<Timer>();

  /** How far it is ahead of the machine's clock, in milliseconds. */
  get aheadMs(): number {
    return this.#movedMs + (this.#skew.getStore() ?? 0);
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.aheadMs;

  /** Lets time pass at once: events due by then have happened when this returns, the earliest first. */
  advance(ms: number): void {
    this.#movedMs += ms;
    const timers = [...this.#timers].toSorted((one, other) => one.at - other.at);
    for (const timer of timers) {
      if (timer.at <= this.#sharedNow()) this.#end(timer);
      else this.#arm(timer);
    }
  }

  /**
   * Does something once so much time has passed. It keeps no process alive.
   *
   * @returns a function that gives it up.
   */
  after(ms: number, run: () => void): () => void {
    const timer: Timer = { at: this.#sharedNow() + ms, run };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => void this.#drop(timer);
  }

  /** Waits, without keeping the process alive. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  /** Runs `work`, and all that it starts, on a machine whose clock is so far ahead of the others, if it is. */
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

/** How many milliseconds of the machine something has taken so far, whatever was done to the clock meanwhile. */
export function startStopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}
