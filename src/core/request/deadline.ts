import { longestTimerMs } from "../check/readers.ts";
import { abortedError, ClientError, ErrorType } from "../errors.ts";
import { onAbort } from "./abort.ts";
import { inWords } from "./clock.ts";

/** The end of an operation: by its caller, or by the clock. */
export interface Deadline extends Disposable {
  /** Aborts with a {@link ClientError} as its reason: `aborted` or `timeout`. */
  readonly signal: AbortSignal;
  /** Ends it for a reason of its own. */
  end(reason: ClientError): void;
}

/**
 * @param operation - the operation that ends, for the message.
 * @param timeoutMs - milliseconds until it ends by itself; undefined for never.
 * @param signals - each of them ends it at once.
 * @param expired - the error when its time is over; by default that of a player who did not answer.
 */
export function startDeadline(
  operation: string,
  timeoutMs: number | undefined,
  signals: readonly (AbortSignal | undefined)[],
  expired: (operation: string, timeoutMs: number) => ClientError = playerTimeout,
): Deadline {
  const controller = new AbortController();
  // Not AbortSignal.any, which leaves a trace of every operation in a signal that outlives it.
  const abort = () => controller.abort(abortedError(operation));
  const stop =
    timeoutMs === undefined
      ? undefined
      : startPatient(timeoutMs, () => controller.abort(expired(operation, timeoutMs)));
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

/** A process that stood still for longer than this runs its timers before it reads the data that has arrived meanwhile. */
const stoodStillMs = 100;

/** @returns what ends it. */
function startPatient(timeoutMs: number, end: () => void): () => void {
  const due = performance.now() + timeoutMs;
  let stop = startTimer(timeoutMs, () => {
    if (performance.now() - due < stoodStillMs) return end();
    stop = startTimer(0, end);
  });
  return () => stop();
}

/** The error of a player who did not answer. */
export function playerTimeout(
  operation: string,
  timeoutMs: number,
  hint: string = "The player may have closed the page or dialog; offer to start again.",
): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "timeout",
    message: `${operation} got no answer from the player within ${inWords(timeoutMs)}.`,
    hint,
    retryable: true,
  });
}

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

/**
 * Calls `end` after `ms`, however long that is.
 *
 * @returns what gives it up.
 */
export function startTimer(ms: number, end: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (leftMs: number): void => {
    const stepMs = Math.min(leftMs, longestTimerMs);
    timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : end()), stepMs);
  };
  wait(ms);
  return () => clearTimeout(timer);
}
