import { orAborted } from "../../core/request/abort.ts";
import { createNotice } from "../../core/request/rate-limiter.ts";

/** Queues callers, separately for each name. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** @returns a function that ends the turn. */
  async take(name: string, operation: string, signal: AbortSignal | undefined): Promise<() => void> {
    const before = this.#last.get(name);
    const turn = createNotice();
    const last = Promise.all([before, turn.changed]).then(() => undefined);
    this.#last.set(name, last);
    const pass = (): void => {
      turn.notify();
      if (this.#last.get(name) === last) this.#last.delete(name);
    };
    if (!before) return pass;
    try {
      await orAborted(before, operation, signal);
      return pass;
    } catch (error) {
      // The next caller still waits for the earlier ones.
      turn.notify();
      throw error;
    }
  }
}
