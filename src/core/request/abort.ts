import { abortedError, isClientError } from "../errors.ts";

/**
 * Returns the result of `work`, or rejects as soon as `signal` is aborted. Any later result of `work` is ignored.
 *
 * @throws ClientError The signal's reason if that is a ClientError, otherwise `aborted`.
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

/** Like {@link orAborted}, but does not start `work` if `signal` is already aborted. */
export async function startUnlessAborted<T>(
  work: () => Promise<T>,
  operation: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  stopIfAborted(operation, signal);
  return orAborted(work(), operation, signal);
}

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
 * Calls `stop` once when `signal` is aborted. All callbacks share one listener, because Node.js prints a warning when an eleventh
 * listener is added.
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

/** Resolves as soon as one of the signals is aborted. */
export async function anyAborted(...signals: readonly AbortSignal[]): Promise<void> {
  if (signals.some(({ aborted }) => aborted)) return;
  let leaves: readonly (() => void)[] = [];
  await new Promise<void>((resolve) => (leaves = signals.map((signal) => onAbort(signal, resolve))));
  for (const leave of leaves) leave();
}
