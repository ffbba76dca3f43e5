import { cut, ClientError, ErrorType, isClientError, isErrorType, type ErrorCode } from "../errors.ts";
import { type Reader, callable } from "./readers.ts";

export type CallbackFailed = (name: string, error: unknown) => void;

/**
 * Wraps a notification callback. Errors and rejections go to `failed`; a returned promise is not awaited.
 *
 * @param name - For example `onProgress`.
 */
export function safeCallback<A extends readonly unknown[]>(
  name: string,
  callback: (...args: A) => unknown,
  failed: CallbackFailed,
): (...args: A) => void {
  const fail = (error: unknown) => failed(name, error);
  return (...args) => attempt(() => callback(...args), fail);
}

export function ignore(): void {}

/** The callback's errors are ignored because there is nowhere to log them. */
export function notificationCallback(name: string): Reader<(...args: unknown[]) => void> {
  return (value, path) =>
    safeCallback(name, callable<(...args: unknown[]) => unknown>()(value, path), ignore);
}

/** Wraps each `on…` function with {@link safeCallback}. */
export function safeCallbacks<O extends object>(options: O, failed: CallbackFailed): O {
  const entries = Object.entries(options).map(([key, value]: [string, unknown]) => [
    key,
    /^on[A-Z]/.test(key) && typeof value === "function"
      ? safeCallback(key, value as (...args: readonly unknown[]) => unknown, failed)
      : value,
  ]);
  return Object.fromEntries(entries) as O;
}

/** Like {@link safeCallback}, but throws `callback_failed` if the callback throws. Returned promises are not awaited. */
export function strictCallback<A extends readonly unknown[]>(
  name: string,
  callback: (...args: A) => unknown,
): (...args: A) => void {
  return (...args) => {
    let hasFailed = false;
    const fail = () => (hasFailed = true);
    safeCallback(name, callback, fail)(...args);
    if (hasFailed) throw callbackFailed(name);
  };
}

/**
 * Calls a function supplied by the caller. A thrown ClientError is cleaned; any other error is replaced by `failure`, because it
 * may contain the function's arguments.
 */
export async function answerOf<T>(
  call: () => T | PromiseLike<T>,
  clean: (text: string) => string,
  failure: (error: unknown) => ClientError,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw (isClientError(error) && cleanCopy(error, clean)) || failure(error);
  }
}

export function callbackFailed(name: string): ClientError {
  return new ClientError({
    type: ErrorType.Aborted,
    code: "callback_failed",
    message: `${name} threw an error.`,
    hint: `The error is not shown here, because it may contain a secret. Catch it inside ${name} to see it.`,
  });
}

/**
 * Wraps an event listener. Passes errors to `end`, because an uncaught error would terminate the process.
 *
 * @param end - Closes the event source and rejects pending calls. Its own errors are ignored.
 */
export function guarded<A extends readonly unknown[]>(
  listener: (...args: A) => unknown,
  end: (error: unknown, ...args: A) => unknown,
): (...args: A) => void {
  return (...args) => {
    const fail = (error: unknown) => attempt(() => end(error, ...args), ignore);
    attempt(() => listener(...args), fail);
  };
}

/** Handles thrown errors and rejected promises, including non-native thenables. */
function attempt(call: () => unknown, fail: (error: unknown) => void): void {
  try {
    const answer = call();
    if (typeof answer === "object" && answer !== null) Promise.resolve(answer).catch(fail);
  } catch (error) {
    fail(error);
  }
}

/**
 * Returns the error itself if it contains no secrets. Otherwise, returns a cleaned copy without the cause, stack and subclass
 * fields, which could contain secrets too.
 *
 * @returns `undefined` if a field does not have the type that ClientError requires.
 */
export function cleanCopy(error: ClientError, clean: (text: string) => string): ClientError | undefined {
  try {
    if (isHarmless(error, clean)) return error;
    const { type, code, message, hint, errorCode, status, retryable, retryAfter, responseBody } =
      error as Readonly<Record<keyof ClientError, unknown>>;
    if (!isErrorType(type) || !isWord(code) || typeof message !== "string") return undefined;
    const cleaned = (text: unknown) => (typeof text === "string" ? clean(text) : undefined);
    return new ClientError({
      type,
      code,
      message: clean(message),
      hint: cleaned(hint),
      errorCode: number(errorCode),
      status: number(status),
      retryable: retryable === true,
      retryAfter: number(retryAfter),
      responseBody: cleaned(responseBody),
    });
  } catch {
    // A getter threw.
    return undefined;
  }
}

const ownFields: ReadonlySet<string> = new Set(
  "type code message hint errorCode status retryable retryAfter responseBody stack".split(" "),
);

function isHarmless(error: ClientError, clean: (text: string) => string): boolean {
  const { message, hint = "", responseBody = "", stack = "", errorCode, status, retryAfter } = error;
  return (
    error.constructor === ClientError &&
    Object.getOwnPropertyNames(error).every((name) => ownFields.has(name)) &&
    isErrorType(error.type) &&
    isWord(error.code) &&
    typeof error.retryable === "boolean" &&
    [errorCode, status, retryAfter].every((field) => number(field) === field) &&
    // Checks the stack line by line, because cleaning escapes line breaks.
    [message, hint, responseBody, ...stack.split("\n")].every((text) => clean(text) === text)
  );
}

function isWord(code: unknown): code is ErrorCode {
  return typeof code === "string" && /^[\w.-]{1,64}(?:\/[\w.-]{1,64})?$/.test(code);
}

function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Converts any thrown value to a string for a log that redacts it. */
export function textOfError(error: unknown): string {
  try {
    return cut(String(error), 1000);
  } catch {
    return "an unprintable value";
  }
}
