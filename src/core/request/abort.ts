import { longestTimerMs } from "../check/readers.ts";
import { abortedError, isClientError, ClientError, ErrorType } from "../errors.ts";
import { inWords } from "./clock.ts";

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
