import { type ClientError, validationError } from "../errors.ts";
import { nearest } from "./nearest.ts";
import { type Reader, wrongArgument } from "./reader.ts";
import { isObject } from "./readers.ts";

/** How each field of an options object is read. The compiler sees to it that none is forgotten. */
export type Table<O extends object> = { readonly [K in keyof O]-?: Reader<O[K]> };

/**
 * Reads an options object by its table: a frozen copy, for which each field was read once, so that a getter cannot say
 * something else later. Undefined counts as left out, for a field as for the whole object.
 *
 * It throws ClientError `unknown_option` for a field that the table does not have, and whatever the readers throw.
 */
export function fields<O extends object>(table: Table<O>, code = "invalid_argument"): Reader<O> {
  const known = Object.keys(table);
  return (value, name) => {
    if (value !== undefined && !isObject(value)) {
      throw wrongArgument(name, value, `an object with ${known.join(", ")}`, { code });
    }
    const given = readOnce(value ?? {}, known, name);
    // First of all: a slip explains why another field is missing.
    const stranger = [...given.keys()].find((key) => !Object.hasOwn(table, key));
    if (stranger !== undefined) throw unknownField(name, stranger, known);
    const copy: Record<string, unknown> = {};
    for (const [key, field] of given) {
      const read: unknown = table[key as keyof O](field, `${name}.${key}`);
      if (read !== undefined) copy[key] = read;
    }
    return Object.freeze(copy) as O;
  };
}

/** Known fields, also inherited ones, then the object's own that nobody knows. */
function readOnce(value: Readonly<Record<string, unknown>>, known: readonly string[], name: string) {
  const given = new Map<string, unknown>();
  try {
    for (const key of known) given.set(key, value[key]);
    for (const key of Object.keys(value)) {
      const field = given.has(key) ? undefined : value[key];
      if (field !== undefined) given.set(key, field);
    }
  } catch {
    throw validationError(
      "invalid_argument",
      `${name} cannot be read: a getter or proxy threw.`,
      "Pass plain data.",
    );
  }
  return given;
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
