import { abortedError, isClientError } from "../errors.ts";

/**
 * Returns the result of `work`, or rejects as soon as `signal` is aborted. A later result of `work` is ignored.
 *
 * @throws ClientError The reason of `signal` if it is a ClientError, otherwise `aborted`.
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
    work.finally(onAbort(signal, stop)).then(resolve, reject);
  });
}

/**
 * Like {@link orAborted}, but does not start `work` if `signal` is already aborted.
 *
 * @throws ClientError The errors of {@link orAborted}.
 */
export async function startUnlessAborted<T>(
  work: () => Promise<T>,
  operation: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  stopIfAborted(operation, signal);
  return orAborted(work(), operation, signal);
}

/** @throws ClientError The errors of {@link orAborted}, if `signal` is aborted. */
export function stopIfAborted(operation: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(operation, signal);
}

function abortReason(operation: string, signal: AbortSignal): Error {
  return isClientError(signal.reason) ? signal.reason : abortedError(operation);
}

interface Following {
  readonly stops: Set<() => void>;
  readonly listener: () => void;
}

const followed = new WeakMap<AbortSignal, Following>();

/**
 * Calls `stop` once when `signal` is aborted. All callbacks share one listener, because Node prints a warning at the eleventh.
 *
 * @returns A function that removes the callback.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const following = followed.get(signal) ?? follow(signal);
  const { stops, listener } = following;
  const mine = () => stop();
  stops.add(mine);
  return () => {
    stops.delete(mine);
    if (stops.size > 0 || followed.get(signal) !== following) return;
    followed.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}

function follow(signal: AbortSignal): Following {
  const stops = new Set<() => void>();
  const listener = () => {
    for (const stop of stops) stop();
  };
  const following = { stops, listener };
  followed.set(signal, following);
  signal.addEventListener("abort", listener, { once: true });
  return following;
}
