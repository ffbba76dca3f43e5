import { abortedError, isClientError } from "../errors.ts";

/**
 * The result of `work`, unless `signal` is aborted first: then the wait ends at once, whatever `work` itself still does. Its
 * later result is dropped.
 *
 * @throws ClientError the reason of `signal` if it is a ClientError, else `aborted`: as soon as it is aborted.
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

interface Following {
  readonly stops: Set<() => void>;
  readonly listener: () => void;
}

const followed = new WeakMap<AbortSignal, Following>();

/**
 * Calls `stop` once when `signal` is aborted. However much follows one signal, it has one listener: of the eleventh Node
 * would warn on the game's console, and fifty guilds at once are nothing unusual.
 *
 * @returns what ends that; the last one leaves nothing behind at the signal.
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
