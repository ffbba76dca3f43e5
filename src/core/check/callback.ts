import { ClientError, ErrorType, isClientError } from "../errors.ts";
import { cleanCopy } from "./clean-error.ts";
import type { Reader } from "./reader.ts";
import { callable } from "./readers.ts";

/** Told that a function of the caller failed. */
export type CallbackFailed = (name: string, error: unknown) => void;

/**
 * A function of the caller that only has to be told something. What it throws or rejects with goes to `failed`, and the
 * operation goes on; a promise that it returns is not waited for.
 *
 * @param name - what the caller knows it by: `onProgress`.
 */
export function telling<A extends readonly unknown[]>(
  name: string,
  callback: (...args: A) => unknown,
  failed: CallbackFailed,
): (...args: A) => void {
  return (...args) => {
    try {
      const answer = callback(...args);
      if (typeof answer !== "object" || answer === null) return;
      Promise.resolve(answer).catch((error: unknown) => failed(name, error));
    } catch (error) {
      failed(name, error);
    }
  };
}

/** Reads a function that is only told something, where there is no log: what it throws or rejects with is dropped. */
export function told(name: string): Reader<(...args: unknown[]) => void> {
  return (value, path) =>
    telling(name, callable<(...args: unknown[]) => unknown>()(value, path), () => undefined);
}

/** `options` with each `on…` function of the caller as {@link telling} makes it. */
export function tellingAll<O extends object>(options: O, failed: CallbackFailed): O {
  const guarded = Object.entries(options).map(([key, value]: [string, unknown]) => [
    key,
    /^on[A-Z]/.test(key) && typeof value === "function"
      ? telling(key, value as (...args: readonly unknown[]) => unknown, failed)
      : value,
  ]);
  return Object.fromEntries(guarded) as O;
}

/**
 * Like {@link telling}, for what must be known before the operation goes on: it fails with `callback_failed` when the
 * function throws. A promise is not waited for.
 */
export function insisting<A extends readonly unknown[]>(
  name: string,
  callback: (...args: A) => unknown,
): (...args: A) => void {
  return (...args) => {
    let hasFailed = false;
    const fail = () => (hasFailed = true);
    telling(name, callback, fail)(...args);
    if (hasFailed) throw callbackFailed(name);
  };
}

/**
 * The answer of a function of the caller that an operation waits for. Of a foreign error nothing is kept, since it may
 * quote what the function was given; of a ClientError only its own fields, through `clean`.
 *
 * @param failure - the error for a thrown value that is not a ClientError.
 */
export async function answerOf<T>(
  call: () => T | PromiseLike<T>,
  clean: (text: string) => string,
  failure: () => ClientError,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw (isClientError(error) && cleanCopy(error, clean)) || failure();
  }
}

/** The failure of an operation that needed an answer of the caller's function. */
export function callbackFailed(name: string): ClientError {
  return new ClientError({
    type: ErrorType.Aborted,
    code: "callback_failed",
    message: `${name} threw an error.`,
    hint: `The error is not shown here, because it may contain a secret. Catch it inside ${name} to see it.`,
  });
}
