import { cut, ClientError, ErrorType, isClientError, isErrorType, type ErrorCode } from "../errors.ts";
import { type Reader, callable } from "./readers.ts";

/** Told that a function of the caller failed. */
export type CallbackFailed = (name: string, error: unknown) => void;

/**
 * A callback that only gets news. An error that it throws or rejects with goes to `failed`, and the operation goes on; a promise
 * that it returns is not awaited.
 *
 * @param name - the caller's name for it: `onProgress`.
 */
export function telling<A extends readonly unknown[]>(
  name: string,
  callback: (...args: A) => unknown,
  failed: CallbackFailed,
): (...args: A) => void {
  const fail = (error: unknown) => failed(name, error);
  return (...args) => attempt(() => callback(...args), fail);
}

/** Takes a failure that changes nothing. */
export function ignore(): void {}

/** Reads a callback that only gets news, where there is no log: its errors are dropped. */
export function told(name: string): Reader<(...args: unknown[]) => void> {
  return (value, path) => telling(name, callable<(...args: unknown[]) => unknown>()(value, path), ignore);
}

/** `options` with each `on…` function of the caller as {@link telling} makes it. */
export function tellingAll<O extends object>(options: O, failed: CallbackFailed): O {
  const entries = Object.entries(options).map(([key, value]: [string, unknown]) => [
    key,
    /^on[A-Z]/.test(key) && typeof value === "function"
      ? telling(key, value as (...args: readonly unknown[]) => unknown, failed)
      : value,
  ]);
  return Object.fromEntries(entries) as O;
}

/**
 * Like {@link telling}, for news that must arrive before the operation goes on: it fails with `callback_failed` when the function
 * throws. A promise is not awaited.
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
  failure: (error: unknown) => ClientError,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw (isClientError(error) && cleanCopy(error, clean)) || failure(error);
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

/**
 * A listener of a socket, a pipe, a server, a child process, a worker or the addon. An error in it goes to `end`, which closes
 * the source of the events: thrown on from here, the error would end the process.
 *
 * @param end - closes the connection and tells its waiting callers. An error in it is dropped: nothing is left to end.
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

/** Calls a function that may throw or return a promise that rejects, including promises of other libraries. */
function attempt(call: () => unknown, fail: (error: unknown) => void): void {
  try {
    const answer = call();
    if (typeof answer === "object" && answer !== null) Promise.resolve(answer).catch(fail);
  } catch (error) {
    fail(error);
  }
}

/**
 * A ClientError that came out of the caller's code: itself when there is nothing to hide in it, else a new one with its
 * texts cleaned. The old one may carry anything beside them: a cause, a stack, fields of a subclass.
 *
 * @returns undefined when its fields are not those of a ClientError.
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
    // Line by line: cleaning writes a line break as an escape.
    [message, hint, responseBody, ...stack.split("\n")].every((text) => clean(text) === text)
  );
}

function isWord(code: unknown): code is ErrorCode {
  return typeof code === "string" && /^[\w.-]{1,64}(?:\/[\w.-]{1,64})?$/.test(code);
}

function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** A thrown value as a text, for a log that redacts it. Anything may be thrown. */
export function textOfError(error: unknown): string {
  try {
    return cut(String(error), 1000);
  } catch {
    return "something that cannot be shown";
  }
}
