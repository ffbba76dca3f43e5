import { type ClientError, type ErrorCode, isClientError, validationError, cut } from "../errors.ts";
import { findPasteMistake, trimmed } from "./pasted.ts";
import type { Snowflake } from "../../wire/snowflake.ts";

/** Turns a caller's value into the expected type. Throws a ClientError that calls the value `name`. */
export type Reader<T> = (value: unknown, name: string) => T;

/** The shape of what a reader accepts, for errors: `{ role, allow }`. */
const shapes = new WeakMap<Reader<unknown>, string>([[parseSnowflake, "id"]]);

/** Names the shape of the values that `read` accepts. */
export function withShape<T>(read: Reader<T>, shape: string | undefined): Reader<T> {
  if (shape !== undefined) shapes.set(read, shape);
  return read;
}

/** The kind of a value, in words. Nothing of the value is shown, because it may be a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "an empty string";
  if (Number.isNaN(value)) return "NaN";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * The result of `read`, which reads fields of the argument `name`.
 *
 * @throws ClientError `invalid_argument` in place of any error of a getter or proxy.
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

const numeric = /^[\d.-]{1,24}$/;
/** One short word: tokens and client secrets are longer. */
const shortWord = /^[\w.-]{1,24}$/;

/** A number, or a text that `shown` matches, as it is; of any other value its kind. */
function describeValue(value: unknown, shown: RegExp): string {
  if (typeof value === "string" && shown.test(value)) return JSON.stringify(value);
  return typeof value === "number" ? String(value) : kindOf(value);
}

/** Whether UTF-8 has bytes for a text: it holds no half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Whether a value is a text, neither empty nor cut in the middle of a character. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && isWellFormed(value);
}

/** The code and the hint of a refusal. The default code is `invalid_argument`. */
export interface RefusalWords {
  readonly code?: ErrorCode | undefined;
  readonly hint?: string | undefined;
  /** The texts that the message shows, besides numbers. Only for arguments that never are secrets. Default: it shows no value. */
  readonly shown?: RegExp | undefined;
}

/**
 * The refusal of an argument, with its name, the kind of its value, and the kind it must have.
 *
 * @param expected - for example `a whole number from 1 to 65535`.
 */
export function wrongArgument(
  name: string,
  value: unknown,
  expected: string,
  { code = "invalid_argument", hint, shown }: RefusalWords = {},
): ClientError {
  const kind = shown ? describeValue(value, shown) : kindOf(value);
  // A list of the wrong things is a list too.
  const isSameKind = expected.startsWith(`${kind} `);
  const problem = isSameKind ? `is not ${expected}` : `is ${kind}, but must be ${expected}`;
  return validationError(code, `${name} ${problem}.`, hint);
}

/** A reader that gives a value back unchanged if `isOne` says yes, and refuses every other value with {@link wrongArgument}. */
export function readerOf<T>(
  expected: string,
  isOne: (value: unknown) => boolean,
  words?: RefusalWords,
): Reader<T> {
  const read: Reader<T> = (value, name) => {
    if (isOne(value)) return value as T;
    throw wrongArgument(name, value, expected, words);
  };
  return withShape(read, expected);
}

/**
 * The number of characters as the service counts them, in code points: exact as far as it decides whether a text has fewer
 * than `least` or more than `most`. A character has one or two code units.
 */
export function countCharacters(text: string, most: number, least: number = 0): number {
  if (text.length <= most && least <= 1) return text.length;
  return text.length > 2 * most ? most + 1 : Array.from(text).length;
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

/** Whether a value is a whole number within bounds. */
export function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && isBetween(Number(value), least, most);
}

/** The longest delay of a timer of the runtime: with a longer one it fires at once. */
export const longestTimerMs: number = 2 ** 31 - 1;

/** A value, or undefined. */
export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, name) => (value === undefined ? undefined : read(value, name));
}

/** A value, or null. */
export function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (value, name) => (value === null ? null : read(value, name));
}

/**
 * A text of `least` to `most` characters, by default at least 1, counted in code points as the service does. Half a surrogate pair is
 * rejected unless `halves` is set.
 */
export function textOf(
  bounds: { least?: number; most?: number; code?: ErrorCode; halves?: boolean } = {},
): Reader<string> {
  const { least = 1, most = Infinity, code = "invalid_argument", halves = false } = bounds;
  const read: Reader<string> = (value, name) => {
    if (typeof value === "string" && isBetween(countCharacters(value, most, least), least, most)) {
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
  return withShape(read, "string");
}

/** A text that a pattern fits. */
export function textLike(form: RegExp, expected: string, words?: RefusalWords): Reader<string> {
  return readerOf(expected, (value) => typeof value === "string" && form.test(value), words);
}

/** A name that is stored by the system: without NUL, which ends a text in C, and without half a surrogate pair, which UTF-8 cannot encode. */
export function nameOf(bounds: { least?: number; most?: number } = {}): Reader<string> {
  const readText = textOf(bounds);
  return (value, name) => {
    const text = readText(value, name);
    if (!text.includes("\0")) return text;
    throw wrongArgument(name, text, "a text without NUL (\\u0000)");
  };
}

/** A whole number within bounds. */
export function whole(least: number, most: number, code: ErrorCode = "invalid_argument"): Reader<number> {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `from ${least} up` : `from ${least} to ${most}`;
  const expected = `a whole number ${bounds}`;
  return readerOf(expected, (value) => isWhole(value, least, most), { code, shown: numeric });
}

/** A delay that a timer of the runtime supports. Fails with `invalid_timeout`. */
export function milliseconds(least = 1): Reader<number> {
  return whole(least, longestTimerMs, "invalid_timeout");
}

/** A number of seconds above 0; fractions are allowed. */
export function secondsOf(most: number, code?: ErrorCode): Reader<number> {
  const isOne = (value: unknown) => typeof value === "number" && value > 0 && value <= most;
  return readerOf(`a number of seconds up to ${most}`, isOne, { code, shown: numeric });
}

/** True or false. */
export const flag: Reader<boolean> = readerOf("true or false", (value) => typeof value === "boolean", {
  shown: shortWord,
});

/** One of a few values. */
export function oneOf<T extends string | number | boolean>(
  values: readonly T[],
  code: ErrorCode = "invalid_argument",
): Reader<T> {
  const expected = values.map((one) => JSON.stringify(one)).join(" or ");
  return readerOf(expected, (value) => values.includes(value as T), { code, shown: shortWord });
}

/** A function. Its parameters and result cannot be checked. */
export function callable<F extends (...args: never[]) => unknown>(code?: ErrorCode): Reader<F> {
  return readerOf("a function", (value) => typeof value === "function", { code });
}

/** No list of a caller is so long: it would not end within a reasonable time. */
const mostItems = 2 ** 20;

/** Reads with `read`, then checks or converts the result. */
export function andThen<A, B>(read: Reader<A>, convert: (value: A, name: string) => B): Reader<B> {
  return withShape((value, name) => convert(read(value, name), name), shapes.get(read));
}

/** A list, copied. */
export function listOf<T>(read: Reader<T>, most: number = mostItems, code?: ErrorCode): Reader<readonly T[]> {
  const shape = shapes.get(read);
  const expected = `a list${most === mostItems ? "" : ` of at most ${most}`}${shape === undefined ? "" : `: [${shape}, …]`}`;
  return (value, name) => {
    if (!Array.isArray(value) || value.length > most) throw wrongArgument(name, value, expected, { code });
    const items: T[] = [];
    // Not map, which skips holes.
    for (let index = 0; index < value.length; index++) items.push(read(value[index], `${name}[${index}]`));
    return items;
  };
}

/** @throws ClientError `duplicate`, in the words for the first value that is there twice. */
export function refuseDuplicates(
  values: readonly string[],
  wordsFor: (index: number, value: string) => readonly [message: string, hint: string],
): void {
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) throw validationError("duplicate", ...wordsFor(index, value));
    seen.add(value);
  }
}

/** A copy of an object whose fields are all of one kind; an undefined field counts as left out. */
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

/** An AbortSignal of the runtime: `fetch` accepts no imitation. */
export function abortSignal(code?: ErrorCode): Reader<AbortSignal> {
  return readerOf("an AbortSignal", (value) => value instanceof AbortSignal, { code });
}

/** Bytes, a Buffer among them. */
export function bytes(code?: ErrorCode): Reader<Uint8Array> {
  return readerOf("a Uint8Array", (value) => value instanceof Uint8Array, { code });
}

/** A pattern for paths. */
export const pattern: Reader<RegExp> = readerOf("a regular expression", (value) => value instanceof RegExp);

/** An object with these methods, not copied: it may be an instance of the caller's class. */
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

/** An object whose fields are checked elsewhere. */
export function object<T extends object>(): Reader<T> {
  return (value, name) => {
    if (!isObject(value)) throw wrongArgument(name, value, "an object");
    readable(name, () => Object.values(value));
    return value as T;
  };
}

/** Any value: it is checked where it is used. */
export function asItIs<T>(): Reader<T> {
  return (value) => value as T;
}

/** An instance of one of our classes. */
export function instanceOf<T>(kind: new () => T, expected: string): Reader<T> {
  return readerOf(expected, (value) => value instanceof kind);
}

const largest = 2n ** 64n - 1n;
const largestText = largest.toString();

/**
 * The decimal string of an id.
 *
 * @param value - what the caller gave, from anywhere.
 * @param name - what to call it in the error, for example `applicationId`.
 * @throws ClientError `invalid_id` (ValidationError) for a number, a malformed string, zero, or more than 64 bits.
 */
export function parseSnowflake(value: unknown, name: string): Snowflake {
  if (typeof value === "number") {
    throw refuse(
      name,
      "is a JavaScript number, which loses digits above 2^53",
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

/** Whether a value is an id as it stands in bodies and paths: no zero, no leading zeros, and at most 64 bits. */
export function isSnowflake(value: unknown): value is Snowflake {
  if (typeof value !== "string" || !/^[1-9][0-9]{0,19}$/.test(value)) return false;
  // Of two numbers with as many digits, the larger one comes later as a text.
  return value.length < largestText.length || value <= largestText;
}

function refuse(name: string, problem: string, hint: string) {
  return validationError("invalid_id", `${name} ${problem}.`, hint);
}
