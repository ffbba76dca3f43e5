import { abortedError } from "../../errors.ts";

/** A queue: each piece of work starts when the one before has ended, well or badly. */
export function oneAfterTheOther(): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work, signal) => {
    const turn = last.then(() => {
      if (signal?.aborted) throw abortedError("Waiting for the tokens");
      return work();
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}
