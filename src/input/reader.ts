import { type ClientError, type ErrorCode, validationError } from "../errors.ts";

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
