import { orAborted } from "../../core/request/abort.ts";
import { notice } from "../../core/request/rate-limiter.ts";

/** One after the other, for each name: who comes later waits until all before have passed the turn on. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * @returns a function that passes the turn on.
   * @throws ClientError `aborted`, or the reason of `signal`; the turn is passed on then.
   */
  async take(name: string, operation: string, signal: AbortSignal | undefined): Promise<() => void> {
    const before = this.#last.get(name);
    const turn = notice();
    const last = Promise.all([before, turn.changed]).then(() => undefined);
    this.#last.set(name, last);
    const pass = (): void => {
      turn.notify();
      // Nobody came after: nothing is left behind.
      if (this.#last.get(name) === last) this.#last.delete(name);
    };
    if (!before) return pass;
    try {
      await orAborted(before, operation, signal);
      return pass;
    } catch (error) {
      // The next turn still waits for the earlier ones.
      turn.notify();
      throw error;
    }
  }
}
