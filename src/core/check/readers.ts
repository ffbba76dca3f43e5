import { type ClientError, type ErrorCode, isClientError, validationError, cut } from "../errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";

/** Converts a caller's value to the expected type. Throws a ClientError whose message refers to the value as `name`. */
export type Reader<T> = (value: unknown, name: string) => T;

/** The shapes that readers accept, for error messages, such as `{ role, allow }`. */
const shapes = new WeakMap<Reader<unknown>, string>([[parseSnowflake, "id"]]);

export function withShape<T>(read: Reader<T>, shape: string | undefined): Reader<T> {
  if (shape !== undefined) shapes.set(read, shape);
  return read;
}

/** Describes a value's type without showing the value, which may be secret. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "an empty string";
  if (Number.isNaN(value)) return "NaN";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

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

const numeric = /^[\d.-]{1,24}$/;
/** Tokens and client secrets are longer. */
const shortWord = /^[\w.-]{1,24}$/;

function describeValue(value: unknown, printable: RegExp): string {
  if (typeof value === "string" && printable.test(value)) return JSON.stringify(value);
  return typeof value === "number" ? String(value) : kindOf(value);
}

/** Whether a string can be encoded as UTF-8, that is, has no lone surrogates. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && isWellFormed(value);
}

export interface RefusalText {
  readonly code?: ErrorCode | undefined;
  readonly hint?: string | undefined;
  /** Which strings the message may show. Only for arguments that are never secret. Default: none. */
  readonly printable?: RegExp | undefined;
}

/** @param expected - For example `a whole number from 1 to 65535`. */
export function wrongArgument(
  name: string,
  value: unknown,
  expected: string,
  { code = "invalid_argument", hint, printable }: RefusalText = {},
): ClientError {
  const kind = printable ? describeValue(value, printable) : kindOf(value);
  // The value may be of the expected type but have invalid items or an invalid length.
  const isSameKind = expected.startsWith(`${kind} `);
  const problem = isSameKind ? `is not ${expected}` : `is ${kind}, but must be ${expected}`;
  return validationError(code, `${name} ${problem}.`, hint);
}

export function readerOf<T>(
  expected: string,
  isOne: (value: unknown) => boolean,
  text?: RefusalText,
): Reader<T> {
  const read: Reader<T> = (value, name) => {
    if (isOne(value)) return value as T;
    throw wrongArgument(name, value, expected, text);
  };
  return withShape(read, expected);
}

/** Counts code points, as the service does. Only as exact as needed to compare the result with `least` and `most`. */
export function countCharacters(text: string, most: number, least: number = 0): number {
  if (text.length <= most && least <= 1) return text.length;
  return text.length > 2 * most ? most + 1 : Array.from(text).length;
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

export function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && isBetween(Number(value), least, most);
}

/** The longest delay that timers support. Timers with a longer delay fire immediately. */
export const maxTimerMs: number = 2 ** 31 - 1;

export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, name) => (value === undefined ? undefined : read(value, name));
}

export function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (value, name) => (value === null ? null : read(value, name));
}

/** Reads a string. `least` defaults to 1. Rejects lone surrogates unless `allowHalves` is set. */
export function textOf(
  bounds: { least?: number; most?: number; code?: ErrorCode; allowHalves?: boolean } = {},
): Reader<string> {
  const { least = 1, most = Infinity, code = "invalid_argument", allowHalves = false } = bounds;
  const read: Reader<string> = (value, name) => {
    if (typeof value === "string" && isBetween(countCharacters(value, most, least), least, most)) {
      if (allowHalves || isWellFormed(value)) return value;
      throw validationError(
        code,
        `${name} is truncated in the middle of a character: it contains half a surrogate pair.`,
        "Pass the complete string.",
      );
    }
    const some = least === 0 ? "a string" : "a non-empty string";
    throw wrongArgument(
      name,
      value,
      most === Infinity ? some : `a string of ${least} to ${most} characters`,
      { code },
    );
  };
  return withShape(read, "string");
}

export function textLike(form: RegExp, expected: string, text?: RefusalText): Reader<string> {
  return readerOf(expected, (value) => typeof value === "string" && form.test(value), text);
}

/** Rejects NUL, which terminates C strings, and lone surrogates, which cannot be encoded as UTF-8. */
export function textWithoutNul(bounds: { least?: number; most?: number } = {}): Reader<string> {
  const readText = textOf(bounds);
  return (value, name) => {
    const text = readText(value, name);
    if (!text.includes("\0")) return text;
    throw wrongArgument(name, text, "a string without NUL (\\u0000)");
  };
}

export function whole(least: number, most: number, code: ErrorCode = "invalid_argument"): Reader<number> {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const expected = `a whole number ${bounds}`;
  return readerOf(expected, (value) => isWhole(value, least, most), { code, printable: numeric });
}

/** Reads a delay that timers support. Throws `invalid_timeout`. */
export function milliseconds(least = 1): Reader<number> {
  return whole(least, maxTimerMs, "invalid_timeout");
}

/** Positive; fractions are allowed. */
export function secondsOf(most: number, code?: ErrorCode): Reader<number> {
  const isOne = (value: unknown) => typeof value === "number" && value > 0 && value <= most;
  return readerOf(`a number of seconds up to ${most}`, isOne, { code, printable: numeric });
}

export const flag: Reader<boolean> = readerOf("true or false", (value) => typeof value === "boolean", {
  printable: shortWord,
});

export function oneOf<T extends string | number | boolean>(
  values: readonly T[],
  code: ErrorCode = "invalid_argument",
): Reader<T> {
  const expected = values.map((one) => JSON.stringify(one)).join(" or ");
  return readerOf(expected, (value) => values.includes(value as T), { code, printable: shortWord });
}

export function callable<F extends (...args: never[]) => unknown>(code?: ErrorCode): Reader<F> {
  return readerOf("a function", (value) => typeof value === "function", { code });
}

/** Limits how long reading a list can take. */
const maxItems = 2 ** 20;

export function andThen<A, B>(read: Reader<A>, convert: (value: A, name: string) => B): Reader<B> {
  return withShape((value, name) => convert(read(value, name), name), shapes.get(read));
}

export function listOf<T>(read: Reader<T>, most: number = maxItems, code?: ErrorCode): Reader<readonly T[]> {
  const shape = shapes.get(read);
  const expected = `a list${most === maxItems ? "" : ` of at most ${most}`}${shape === undefined ? "" : `: [${shape}, …]`}`;
  return (value, name) => {
    if (!Array.isArray(value) || value.length > most) throw wrongArgument(name, value, expected, { code });
    const items: T[] = [];
    // `map` would skip holes.
    for (let index = 0; index < value.length; index++) items.push(read(value[index], `${name}[${index}]`));
    return items;
  };
}

export function refuseDuplicates(
  values: readonly string[],
  describe: (index: number, value: string) => readonly [message: string, hint: string],
): void {
  const known = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (known.has(value)) throw validationError("duplicate", ...describe(index, value));
    known.add(value);
  }
}

export function recordOf<T>(read: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, name) => {
    if (!isObject(value)) throw wrongArgument(name, value, "an object");
    return Object.fromEntries(
      readable(name, () => Object.entries(value))
        .filter(([, field]) => field !== undefined)
        .map(([key, field]) => [key, read(field, `${name}.${cut(key, 40)}`)]),
    );
  };
}

/** Polyfills are rejected because `fetch` rejects them too. */
export function abortSignal(code?: ErrorCode): Reader<AbortSignal> {
  return readerOf("an AbortSignal", (value) => value instanceof AbortSignal, { code });
}

export function bytes(code?: ErrorCode): Reader<Uint8Array> {
  return readerOf("a Uint8Array", (value) => value instanceof Uint8Array, { code });
}

export const pattern: Reader<RegExp> = readerOf("a regular expression", (value) => value instanceof RegExp);

export function withMethods<T extends object>(methods: readonly (keyof T & string)[]): Reader<T> {
  return (value, name) => {
    const lacking = isObject(value)
      ? readable(name, () => methods.find((method) => typeof value[method] !== "function"))
      : methods[0];
    if (lacking === undefined) return value as T;
    throw wrongArgument(name, value, `an object with the methods ${methods.join(", ")}`, {
      hint: isObject(value) ? `${name} has no method ${lacking}.` : `Pass an object that has these methods.`,
    });
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Accepts any object whose fields can be read. The fields are validated elsewhere. */
export function object<T extends object>(): Reader<T> {
  return (value, name) => {
    if (!isObject(value)) throw wrongArgument(name, value, "an object");
    readable(name, () => Object.values(value));
    return value as T;
  };
}

export function asItIs<T>(): Reader<T> {
  return (value) => value as T;
}

export function instanceOf<T>(kind: new () => T, expected: string): Reader<T> {
  return readerOf(expected, (value) => value instanceof kind);
}

export function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}

/** The result never contains the value, which may be a secret. */
export function findPasteMistake(text: string): readonly [problem: string, hint: string] | undefined {
  if (/^[`\p{QMark}]|[`\p{QMark}]$/u.test(text)) return ["is in quotes", "Remove the quotes."];
  if (/^(bot|bearer)\s/i.test(text)) return ['begins with "Bot" or "Bearer"', "Remove that word."];
  return undefined;
}

/** Whether a string has the format of a bot token: three parts separated by dots. */
export function isBotToken(text: string): boolean {
  return /^[\w-]{15,}\.[\w-]{5,}\.[\w-]{25,}$/.test(text);
}

const largest = 2n ** 64n - 1n;
const largestText = largest.toString();

/**
 * Returns the id as a decimal string.
 *
 * @throws ClientError `invalid_id` (ValidationError) for a number, a malformed string, zero, or a value over 64 bits.
 */
export function parseSnowflake(value: unknown, name: string): Snowflake {
  if (typeof value === "number") {
    throw refuse(
      name,
      "is a JavaScript number, which loses precision above 2^53",
      'Write it as a string ("123…") or a bigint (123…n).',
    );
  }
  const text = typeof value === "bigint" ? value.toString() : trimmed(value);
  if (text === undefined || text === "") {
    throw refuse(name, "is missing", "Copy the id from the developer portal.");
  }
  if (typeof text !== "string") {
    throw wrongArgument(name, value, "an id: a string of digits, or a bigint", { code: "invalid_id" });
  }
  const id = /^[0-9]{1,20}$/.test(text) ? BigInt(text) : 0n;
  if (id === 0n || id > largest) {
    const [problem, hint] = findPasteMistake(text) ?? [
      shortWord.test(text) ? `is not an id: ${JSON.stringify(text)}` : "is not an id",
      "An id is a decimal number from 1 to 2^64-1, for example 1234567890123456789.",
    ];
    throw refuse(name, problem, hint);
  }
  return id.toString();
}

/** Whether a value is a canonical id: nonzero, without leading zeros, and at most 64 bits. */
export function isSnowflake(value: unknown): value is Snowflake {
  if (typeof value !== "string" || !/^[1-9][0-9]{0,19}$/.test(value)) return false;
  // Digit strings of equal length sort like numbers.
  return value.length < largestText.length || value <= largestText;
}

function refuse(name: string, problem: string, hint: string) {
  return validationError("invalid_id", `${name} ${problem}.`, hint);
}
