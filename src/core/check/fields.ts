import { type ClientError, type ErrorCode, validationError, cut } from "../errors.ts";
import { readable, type Reader, wrongArgument, isObject, withShape } from "./readers.ts";

/** The compiler rejects a table with a missing field. */
export type Table<O extends object> = { readonly [K in keyof O]-?: Reader<O[K]> };

/** Hints for option names of other libraries, keyed in lower case without `_` and `-`. No key matches an existing option. */
export type ForeignOptions = Readonly<Record<string, string>>;

/**
 * Reads an options object into a frozen copy. Reads each field once, because a getter could later return a different value.
 * `undefined` counts as omitted.
 *
 * The reader throws ClientError `unknown_option`, and the errors of the field readers.
 */
export function fields<O extends object>(
  table: Table<O>,
  code: ErrorCode = "invalid_argument",
  foreign: ForeignOptions = {},
): Reader<O> {
  const known = Object.keys(table);
  const read: Reader<O> = (value, name) => {
    if (value !== undefined && !isObject(value)) {
      throw wrongArgument(name, value, `an object with ${known.join(", ")}`, { code });
    }
    const { given, stranger } = readOnce(value ?? {}, known, name);
    // Reported first, because a misspelled field explains why another one is missing.
    if (stranger !== undefined) throw unknownField(name, stranger, known, foreign);
    const copy: Record<string, unknown> = {};
    for (const [index, key] of known.entries()) {
      const field: unknown = table[key as keyof O](given[index], `${name}.${key}`);
      if (field !== undefined) copy[key] = field;
    }
    return Object.freeze(copy) as O;
  };
  return withShape(read, `{ ${known.join(", ")} }`);
}

function readOnce(value: Readonly<Record<string, unknown>>, known: readonly string[], name: string) {
  return readable(name, () => {
    const given = known.map((key) => value[key]);
    const stranger = Object.keys(value).find((key) => !known.includes(key) && value[key] !== undefined);
    return { given, stranger };
  });
}

function unknownField(
  name: string,
  key: string,
  known: readonly string[],
  foreign: ForeignOptions,
): ClientError {
  const plain = key.toLowerCase().replaceAll(/[_-]/g, "");
  const advice = Object.hasOwn(foreign, plain) ? foreign[plain] : undefined;
  const like = advice === undefined ? nearest(key, known) : undefined;
  return validationError(
    "unknown_option",
    `${name}.${shown(key)} does not exist.${like === undefined ? "" : ` Did you mean ${name}.${like}?`}`,
    [advice, `${name} can have ${known.join(", ")}.`].filter(Boolean).join(" "),
  );
}

function shown(key: string): string {
  return /^[\w$-]{1,40}$/.test(key) ? key : JSON.stringify(cut(key, 40));
}

export function nearest(typed: string, known: readonly string[]): string | undefined {
  // Longer names are not typing errors.
  if (typed.length > 40) return undefined;
  const [best] = known
    .map((name) => ({ name, distance: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(2, typed.length / 3) ? best.name : undefined;
}

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const letter of from) {
    let [left, diagonal] = [Infinity, Infinity];
    row = row.map((above, column) => {
      const changed = diagonal + (letter === to[column - 1] ? 0 : 1);
      diagonal = above;
      left = Math.min(changed, above + 1, left + 1);
      return left;
    });
  }
  return row.reduce((_, last) => last);
}
