import { type ClientError, type ErrorCode, isClientError, validationError } from "../errors.ts";

/** Turns what a caller passed into what it has to be. Throws a ClientError that calls it `name`. */
export type Reader<T> = (value: unknown, name: string) => T;

/** What kind of value it is, in words. Nothing of the value is shown: it may be a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "an empty string";
  if (Number.isNaN(value)) return "NaN";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * What `read` gives, which reads fields of what a caller passed as `name`.
 *
 * @throws ClientError `invalid_argument` in place of what a getter or proxy of the caller's throws.
 */
export function readable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isClientError(error)) throw error;
    throw validationError(
      "invalid_argument",
      `${name} cannot be read: a getter or proxy threw.`,
      "Pass plain data.",
    );
  }
}

/** Whether UTF-8 has bytes for a text: it holds no half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * The refusal of an argument: which one, what it is, and what it has to be.
 *
 * @param expected - what is allowed: `a whole number from 1 to 65535`.
 */
export function wrongArgument(
  name: string,
  value: unknown,
  expected: string,
  {
    code = "invalid_argument",
    hint,
  }: { readonly code?: ErrorCode | undefined; readonly hint?: string | undefined } = {},
): ClientError {
  return validationError(code, `${name} is ${kindOf(value)}, but must be ${expected}.`, hint);
}
