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

/** More would overflow a timer, which then ends at once. */
const longestTimerMs = 2 ** 31 - 1;

/** A value that may be left out, or undefined. */
export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, name) => (value === undefined ? undefined : read(value, name));
}

/** A value that may be null, if there is none. */
export function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (value, name) => (value === null ? null : read(value, name));
}

/** A text that is not empty, or of some length in UTF-16 units; with half a surrogate pair only where `halves` allows it. */
export function textOf(
  bounds: { least?: number; most?: number; code?: ErrorCode; halves?: boolean } = {},
): Reader<string> {
  const { least = 1, most = Infinity, code = "invalid_argument", halves = false } = bounds;
  return (value, name) => {
    if (typeof value === "string" && value.length >= least && value.length <= most) {
      if (halves || isWellFormed(value)) return value;
      throw validationError(
        code,
        `${name} is cut in the middle of a character: it holds half a surrogate pair.`,
        "Pass the whole text.",
      );
    }
    const some = least === 0 ? "a string" : "a string that is not empty";
    throw wrongArgument(
      name,
      value,
      most === Infinity ? some : `a string of ${least} to ${most} characters`,
      { code },
    );
  };
}

/** A name that systems keep: without a NUL, which ends a text in some, and without half a surrogate pair, which no encoding has. */
export function nameOf(bounds: { least?: number; most?: number } = {}): Reader<string> {
  const readText = textOf(bounds);
  return (value, name) => {
    const text = readText(value, name);
    if (!text.includes("\0")) return text;
    throw wrongArgument(name, text, "a text without NUL (\\u0000)");
  };
}

/** A text of so many characters as the service counts them: code points. */
export function charactersOf(most: number, least = 0): Reader<string> {
  return (value, name) => {
    const text = textOf({ least })(value, name);
    // A code point has up to two units: no more than that has to be counted.
    if (text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most)) return text;
    throw wrongArgument(name, text, `a string of ${least} to ${most} characters`);
  };
}

/** A whole number within bounds. */
export function whole(least: number, most: number, code: ErrorCode = "invalid_argument"): Reader<number> {
  return (value, name) => {
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) {
      return value as number;
    }
    throw wrongArgument(name, value, `a whole number from ${least} to ${most}`, { code });
  };
}

/** A time that a timer can have. Fails with `invalid_timeout`. */
export function milliseconds(least = 1): Reader<number> {
  const read = whole(least, longestTimerMs, "invalid_timeout");
  return (value, name) => read(value, name);
}

/** Seconds, also parts of one: more than none. */
export function secondsOf(most: number, code?: ErrorCode): Reader<number> {
  return (value, name) => {
    if (typeof value === "number" && value > 0 && value <= most) return value;
    throw wrongArgument(name, value, `a number of seconds up to ${most}`, { code });
  };
}

/** True or false: nothing else counts as one of them. */
export const flag: Reader<boolean> = (value, name) => {
  if (typeof value === "boolean") return value;
  throw wrongArgument(name, value, "true or false");
};

/** One of a few values. */
export function oneOf<T extends string | number | boolean>(
  values: readonly T[],
  code: ErrorCode = "invalid_argument",
): Reader<T> {
  return (value, name) => {
    if (values.includes(value as T)) return value as T;
    throw wrongArgument(name, value, values.map((one) => JSON.stringify(one)).join(" or "), { code });
  };
}

/** A function. What it takes and gives cannot be seen from here. */
export function callable<F extends (...args: never[]) => unknown>(code?: ErrorCode): Reader<F> {
  return (value, name) => {
    if (typeof value === "function") return value as F;
    throw wrongArgument(name, value, "a function", { code });
  };
}

/** A list, copied. */
export function listOf<T>(read: Reader<T>, most: number = 2 ** 20, code?: ErrorCode): Reader<readonly T[]> {
  return (value, name) => {
    if (!Array.isArray(value) || value.length > most)
      throw wrongArgument(name, value, `a list of at most ${most}`, { code });
    const items: T[] = [];
    // Not map, which skips holes.
    for (let index = 0; index < value.length; index++) items.push(read(value[index], `${name}[${index}]`));
    return items;
  };
}

/** An object whose fields are all of one kind, copied; one that is undefined counts as left out. */
export function recordOf<T>(read: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, name) => {
    if (!isObject(value)) throw wrongArgument(name, value, "an object");
    return Object.fromEntries(
      entriesOf(value, name)
        .filter(([, field]) => field !== undefined)
        .map(([key, field]) => [key, read(field, `${name}.${key.slice(0, 40)}`)]),
    );
  };
}

function entriesOf(value: object, name: string): [string, unknown][] {
  try {
    return Object.entries(value);
  } catch {
    throw wrongArgument(name, value, "plain data: a getter or proxy threw");
  }
}

/** The runtime's own: `fetch` takes no imitation. */
export function abortSignal(code?: ErrorCode): Reader<AbortSignal> {
  return (value, name) => {
    if (value instanceof AbortSignal) return value;
    throw wrongArgument(name, value, "an AbortSignal", { code });
  };
}

/** Bytes, a Buffer among them. */
export function bytes(code?: ErrorCode): Reader<Uint8Array> {
  return (value, name) => {
    if (value instanceof Uint8Array) return value;
    throw wrongArgument(name, value, "a Uint8Array", { code });
  };
}

/** A pattern for paths. */
export const pattern: Reader<RegExp> = (value, name) => {
  if (value instanceof RegExp) return value;
  throw wrongArgument(name, value, "a regular expression");
};

/** An object with these methods, as it is: it may be the caller's own class. */
export function withMethods<T extends object>(methods: readonly (keyof T & string)[]): Reader<T> {
  return (value, name) => {
    const lacking = isObject(value)
      ? readable(name, () => methods.find((method) => typeof value[method] !== "function"))
      : methods[0];
    if (lacking === undefined) return value as T;
    throw wrongArgument(name, value, `an object with the methods ${methods.join(", ")}`, {
      hint: isObject(value) ? `${name} has no method ${lacking}.` : `Pass an object that has them.`,
    });
  };
}

/** An object that is neither a list nor a function. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Plain data whose fields somebody else checks. */
export function object<T extends object>(): Reader<T> {
  return (value, name) => {
    if (!isObject(value)) throw wrongArgument(name, value, "an object");
    readable(name, () => Object.values(value));
    return value as T;
  };
}

/** A value that is checked where it is used. */
export function asItIs<T>(): Reader<T> {
  return (value) => value as T;
}

/** A thing that a class of ours made. */
export function instanceOf<T>(kind: new () => T, expected: string): Reader<T> {
  return (value, label) => {
    if (value instanceof kind) return value;
    throw wrongArgument(label, value, expected);
  };
}
