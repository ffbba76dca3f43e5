import { validationError } from "../errors.ts";
import { fields, type Table } from "./fields.ts";
import { kindOf, readable, type Reader } from "./reader.ts";
import { isObject } from "./readers.ts";

/** What an object of arguments holds, until it is moved away: `nullobj` and a moved object hold nothing. */
export class Contents<F extends object> {
  readonly #className: string;
  #fields: F | undefined;

  constructor(className: string, initial: F) {
    this.#className = className;
    this.#fields = initial;
  }

  get areThere(): boolean {
    return this.#fields !== undefined;
  }

  /** @throws ClientError `invalid_arguments` (ValidationError) when there are none. */
  get fields(): F {
    if (this.#fields) return this.#fields;
    throw validationError(
      "invalid_arguments",
      `These ${this.#className} are empty: they are nullobj, or Move() has moved their content away.`,
      `Make new ${this.#className}(), or use the object that Move() returned.`,
    );
  }

  /** Copies the contents of `others`; these are empty as well, if those are. */
  copy(others: Contents<F>): void {
    this.#fields = others.#fields && { ...others.#fields };
  }

  /** Takes the contents of `others`, which are empty afterwards; these are empty as well, if those were. */
  move(others: Contents<F>): void {
    const moved = others.#fields;
    others.#fields = undefined;
    this.#fields = moved;
  }
}

/**
 * Reads the plain form of an object of arguments; its setters check the values.
 *
 * It throws ClientError `invalid_arguments` or `unknown_option` (ValidationError).
 */
export function plainArguments<Init extends object>(className: string, table: Table<Init>): Reader<Init> {
  const read = fields<Init>(table, "invalid_arguments");
  return (value, name) => {
    if (isObject(value) && readable(name, () => Object.keys(value)).length > 0) return read(value, name);
    throw validationError(
      "invalid_arguments",
      `${name} is ${isObject(value) ? "an empty object" : kindOf(value)}, but must be ${className} or { scopes }.`,
      `A copy made by structuredClone or JSON is empty. Pass the ${className} themselves, or their Clone().`,
    );
  };
}
