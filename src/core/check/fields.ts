import { type ClientError, type ErrorCode, validationError, cut } from "../errors.ts";
import { nearest } from "./nearest.ts";
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
    `${name}.${formatKey(key)} does not exist.${like === undefined ? "" : ` Did you mean ${name}.${like}?`}`,
    [advice, `${name} can have ${known.join(", ")}.`].filter(Boolean).join(" "),
  );
}

function formatKey(key: string): string {
  return /^[\w$-]{1,40}$/.test(key) ? key : JSON.stringify(cut(key, 40));
}
