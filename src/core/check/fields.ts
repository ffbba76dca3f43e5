import { type ClientError, type ErrorCode, validationError } from "../errors.ts";
import { nearest } from "./nearest.ts";
import { readable, type Reader, wrongArgument } from "./reader.ts";
import { isObject } from "./readers.ts";

/** How each field of an options object is read. The compiler sees to it that none is forgotten. */
export type Table<O extends object> = { readonly [K in keyof O]-?: Reader<O[K]> };

/**
 * Reads an options object by its table: a frozen copy, for which each field was read once, so that a getter cannot say
 * something else later. Undefined counts as left out, for a field as for the whole object.
 *
 * It throws ClientError `unknown_option` for a field that the table does not have, and the errors of the readers.
 */
export function fields<O extends object>(table: Table<O>, code: ErrorCode = "invalid_argument"): Reader<O> {
  const known = Object.keys(table);
  return (value, name) => {
    if (value !== undefined && !isObject(value)) {
      throw wrongArgument(name, value, `an object with ${known.join(", ")}`, { code });
    }
    const { given, stranger } = readOnce(value ?? {}, known, name);
    // First of all: a slip explains why another field is missing.
    if (stranger !== undefined) throw unknownField(name, stranger, known);
    const copy: Record<string, unknown> = {};
    for (const [index, key] of known.entries()) {
      const read: unknown = table[key as keyof O](given[index], `${name}.${key}`);
      if (read !== undefined) copy[key] = read;
    }
    return Object.freeze(copy) as O;
  };
}

/** The values of the known fields, also inherited ones, and the object's own that nobody knows. */
function readOnce(value: Readonly<Record<string, unknown>>, known: readonly string[], name: string) {
  return readable(name, () => {
    const given = known.map((key) => value[key]);
    const stranger = Object.keys(value).find((key) => !known.includes(key) && value[key] !== undefined);
    return { given, stranger };
  });
}

function unknownField(name: string, key: string, known: readonly string[]): ClientError {
  const like = nearest(key, known);
  return validationError(
    "unknown_option",
    `${name}.${shown(key)} does not exist.${like === undefined ? "" : ` Did you mean ${name}.${like}?`}`,
    `${name} can have ${known.join(", ")}.`,
  );
}

/** A name as it can stand in a text: names are no secrets, but they may be long or hold anything. */
function shown(key: string): string {
  return /^[\w$-]{1,40}$/.test(key) ? key : JSON.stringify(key.slice(0, 40));
}
