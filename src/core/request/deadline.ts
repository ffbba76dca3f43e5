import { maxTimerMs } from "../check/readers.ts";
import { abortedError, ClientError, ErrorType } from "../errors.ts";
import { onAbort } from "./abort.ts";
import { formatDuration } from "./clock.ts";

export interface Deadline extends Disposable {
  /** Aborts with a {@link ClientError} as its reason: `aborted` or `timeout`. */
  readonly signal: AbortSignal;
  end(reason: ClientError): void;
}

/**
 * @param timeoutMs - In milliseconds; `undefined` for no timeout.
 * @param expired - Creates the timeout error. Default: {@link playerTimeout}.
 */
export function startDeadline(
  operation: string,
  timeoutMs: number | undefined,
  signals: readonly (AbortSignal | undefined)[],
  expired: (operation: string, timeoutMs: number) => ClientError = playerTimeout,
): Deadline {
  const controller = new AbortController();
  // AbortSignal.any would leak memory with each operation if a signal is long-lived.
  const abort = () => controller.abort(abortedError(operation));
  const stop =
    timeoutMs === undefined
      ? undefined
      : startLongTimer(timeoutMs, () => controller.abort(expired(operation, timeoutMs)));
  const leaves = signals.map((signal) => {
    if (signal?.aborted) abort();
    return signal && onAbort(signal, abort);
  });
  return {
    signal: controller.signal,
    end: (reason) => controller.abort(reason),
    [Symbol.dispose]() {
      stop?.();
      for (const leave of leaves) leave?.();
    },
  };
}

/**
 * A timer this late means that the process was suspended. When resumed, a process runs due timers before it reads data that
 * arrived in the meantime.
 */
const stoodStillMs = 100;

/** @returns A function that cancels the timer. */
function startLongTimer(timeoutMs: number, end: () => void): () => void {
  const due = performance.now() + timeoutMs;
  let stop = startTimer(timeoutMs, () => {
    if (performance.now() - due < stoodStillMs) return end();
    stop = startTimer(0, end);
  });
  return () => stop();
}

export function playerTimeout(
  operation: string,
  timeoutMs: number,
  hint: string = "The player may have closed the page or dialog; offer to start again.",
): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "timeout",
    message: `${operation} timed out: the player did not respond within ${formatDuration(timeoutMs)}.`,
    hint,
    retryable: true,
  });
}

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

/**
 * Calls `end` after `ms`, which may exceed the limit of `setTimeout`.
 *
 * @returns A function that cancels the call.
 */
export function startTimer(ms: number, end: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (remainingMs: number): void => {
    const stepMs = Math.min(remainingMs, maxTimerMs);
    timer = setTimeout(() => (remainingMs > stepMs ? wait(remainingMs - stepMs) : end()), stepMs);
  };
  wait(ms);
  return () => clearTimeout(timer);
}
