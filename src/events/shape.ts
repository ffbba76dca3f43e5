import { type ClientError, isClientError, validationError } from "../core/errors.ts";
import type { Table } from "../core/check/fields.ts";
import { type Reader, wrongArgument } from "../core/check/reader.ts";
import { isObject } from "../core/check/readers.ts";
import { isSnowflake } from "../core/snowflake.ts";
import type { Snowflake } from "../wire/snowflake.ts";

const code = "malformed_event";
const hint =
  "Pass the event unchanged. If it is unchanged, the service has changed its events: please report that.";

/** The refusal of a part of an event. Nothing of the value is shown: events tell of people. */
export function malformedEvent(path: string, value: unknown, expected: string): ClientError {
  return wrongArgument(path, value, expected, { code, hint });
}

/** The same, where what it has to be is a longer story. */
export function undocumentedPart(path: string): ClientError {
  return validationError(code, `${path} is not as documented.`, hint);
}

/** What `read` reads, where it may also be no plain data: a proxy throws anything. */
export function readEvent<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw isClientError(error)
      ? error
      : validationError(code, "The event cannot be read: a getter or proxy threw.", hint);
  }
}

function reader<T>(expected: string, isOne: (value: unknown) => boolean): Reader<T> {
  return (value, path) => {
    if (isOne(value)) return value as T;
    throw malformedEvent(path, value, expected);
  };
}

export const text: Reader<string> = reader("a string", (value) => typeof value === "string");
export const flag: Reader<boolean> = reader("true or false", (value) => typeof value === "boolean");
export const whole: Reader<number> = reader("a whole number", Number.isInteger);
export const seconds: Reader<number> = reader(
  "a number of seconds",
  (value) => Number.isFinite(value) && Number(value) >= 0,
);
export const id: Reader<Snowflake> = reader("an id: a string of digits", isSnowflake);
export const time: Reader<string> = reader(
  "a time in the form of ISO 8601",
  (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
);

/** A value of undocumented shape. */
export const anything: Reader<unknown> = (value) => value;

/** One of a few values. */
export function oneOf<T>(values: readonly T[]): Reader<T> {
  return reader(values.map((one) => JSON.stringify(one)).join(" or "), (value) =>
    (values as readonly unknown[]).includes(value),
  );
}

/** A field that may be left out. The service also writes null for absent fields, so null counts as left out. */
export function optional<T>(read: Reader<T>): Reader<T | null | undefined> {
  return (value, path) => (value === undefined || value === null ? value : read(value, path));
}

/** A list, as it is. */
export function list<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw malformedEvent(path, value, "a list");
    // Not forEach, which skips holes.
    for (let index = 0; index < value.length; index++) read(value[index], `${path}[${index}]`);
    return value as readonly T[];
  };
}

/** An object with these fields at least, as it is. The compiler sees to it that no field is forgotten. */
export function shape<T extends object>(table: Table<T>): Reader<T> {
  const readers = Object.entries(table) as [string, Reader<unknown>][];
  return (value, path) => {
    if (!isObject(value)) throw malformedEvent(path, value, "an object");
    for (const [key, read] of readers) read(value[key], `${path}.${key}`);
    return value as T;
  };
}
