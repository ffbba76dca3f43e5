import { abortedError } from "../errors.ts";
import { onAbort } from "./on-abort.ts";

/**
 * Waits.
 *
 * @throws ClientError `aborted` as soon as `signal` is aborted.
 */
export async function sleep(ms: number, operation: string, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw abortedError(operation);
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(abortedError(operation));
    };
    const leave = signal && onAbort(signal, stop);
    const timer = setTimeout(() => {
      leave?.();
      resolve();
    }, ms);
  });
}
