import { abortedError } from "../errors.ts";

/**
 * The result of work that several callers share: each of them can stop waiting, the work goes on for the others.
 *
 * @throws ClientError `aborted` as soon as `signal` is aborted.
 */
export async function orAborted<T>(
  work: Promise<T>,
  operation: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(abortedError(operation));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
