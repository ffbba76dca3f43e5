import { ClientError, ErrorType, abortedError } from "../core/errors.ts";
import { onAbort } from "../core/request/abort.ts";
import { startDeadline } from "../core/request/deadline.ts";

const lockTimeoutMs = 120_000;

type Take<T> = (work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** @throws ClientError `timeout` (ClientNotReady) after two minutes; `aborted`. */
export async function underLock<T>(
  take: Take<T>,
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  using wait = startDeadline("Waiting for the lock of the tokens", lockTimeoutMs, [signal], lockHeld);
  let isHeld = false;
  const begin = async (): Promise<T> => {
    isHeld = true;
    wait[Symbol.dispose]();
    return work();
  };
  try {
    return await take(begin, wait.signal);
  } catch (error) {
    throw wait.signal.aborted && !isHeld ? wait.signal.reason : error;
  }
}

function lockHeld(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "timeout",
    message: `${operation} took longer than ${lockTimeoutMs / 60_000} minutes: another program holds it.`,
    hint: "Find a suspended or hanging process of the game, and end it. To wait for less time, pass a signal.",
    retryable: true,
  });
}

/** A signal cancels the wait, not the task. */
export function createQueue(): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
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
