import { abortedError } from "../../core/errors.ts";
import { onAbort } from "../../core/request/on-abort.ts";

/** A queue: each piece of work starts when the one before has ended, well or badly. A signal ends the wait, not the work. */
export function oneAfterTheOther(): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work, signal) =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => reject(abortedError("Waiting for the tokens"));
      if (signal?.aborted) return giveUp();
      const leave = signal ? onAbort(signal, giveUp) : undefined;
      const takeTurn = async () => {
        leave?.();
        if (!signal?.aborted) resolve(await work());
      };
      last = last.then(takeTurn).catch(reject);
    });
}
