import { ClientError, ErrorType, type OtherErrorCode } from "../errors.ts";

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
    if (!isType(type) || !isWord(code) || typeof message !== "string") return undefined;
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
    isType(error.type) &&
    isWord(error.code) &&
    typeof error.retryable === "boolean" &&
    [errorCode, status, retryAfter].every((field) => number(field) === field) &&
    // Line by line: cleaning writes a line break as an escape.
    [message, hint, responseBody, ...stack.split("\n")].every((text) => clean(text) === text)
  );
}

function isType(type: unknown): type is ErrorType {
  return Object.values(ErrorType).includes(type as ErrorType);
}

function isWord(code: unknown): code is OtherErrorCode {
  return typeof code === "string" && /^[\w.-]{1,64}$/.test(code);
}

function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
