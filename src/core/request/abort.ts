import { abortedError, isClientError } from "../errors.ts";
import { onAbort } from "./on-abort.ts";

/**
 * The result of `work`, unless `signal` is aborted first: then nobody waits for it any longer, whatever it waits for
 * itself. What it ends with later is dropped.
 *
 * @throws ClientError the reason of `signal` where it is one, else `aborted`: as soon as it is aborted.
 */
export async function orAborted<T>(
  work: Promise<T>,
  operation: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(abortReason(operation, signal));
    if (signal.aborted) stop();
    const leave = onAbort(signal, stop);
    const endBy =
      <Outcome>(settle: (outcome: Outcome) => void) =>
      (outcome: Outcome): void => {
        leave();
        settle(outcome);
      };
    work.then(endBy(resolve), endBy(reject));
  });
}

/**
 * The same for work that has not begun: with a signal that is aborted already, it does not.
 *
 * @throws as {@link orAborted}.
 */
export async function startUnlessAborted<T>(
  work: () => Promise<T>,
  operation: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  stopIfAborted(operation, signal);
  return orAborted(work(), operation, signal);
}

/** For work that nobody waits for any longer, before its next step. @throws as {@link orAborted}. */
export function stopIfAborted(operation: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(operation, signal);
}

function abortReason(operation: string, signal: AbortSignal): Error {
  return isClientError(signal.reason) ? signal.reason : abortedError(operation);
}
