import { abortedError, ClientError, ErrorType } from "../errors.ts";
import { inWords } from "./duration.ts";
import { onAbort } from "./on-abort.ts";
import { startTimer } from "./timer.ts";

/** The end of an operation: by its caller, or by the clock. */
export interface Deadline extends Disposable {
  /** Aborts with a {@link ClientError} as its reason: `aborted` or `timeout`. */
  readonly signal: AbortSignal;
  /** Ends it for a reason of its own. */
  end(reason: ClientError): void;
}

/**
 * @param operation - what is ended, for the message.
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

/** A process that stood still for longer than this runs its timers before it reads what has come meanwhile. */
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

function playerTimeout(operation: string, timeoutMs: number): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "timeout",
    message: `${operation} got no answer from the player within ${inWords(timeoutMs)}.`,
    hint: "The player may have closed the page or dialog; offer to start again.",
    retryable: true,
  });
}
