import { abortedError } from "../errors.ts";
import { onAbort } from "./on-abort.ts";
import { startTimer } from "./timer.ts";

/**
 * Waits.
 *
 * @throws ClientError `aborted` as soon as `signal` is aborted.
 */
export async function sleep(ms: number, operation: string, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw abortedError(operation);
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      giveUp();
      reject(abortedError(operation));
    };
    const leave = signal && onAbort(signal, stop);
    const giveUp = startTimer(ms, () => {
      leave?.();
      resolve();
    });
  });
}
