import { validationError } from "../errors.ts";
import { fields, type ForeignOptions, type Table } from "./fields.ts";
import { isObject, kindOf, readable, type Reader } from "./readers.ts";

/** The fields of an arguments object. `nullobj` and moved-from objects have no fields. */
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

  /** @throws ClientError `invalid_argument` (ValidationError) if there are no fields. */
  get fields(): F {
    if (this.#fields) return this.#fields;
    throw validationError(
      "invalid_argument",
      `These ${this.#className} are empty: they are nullobj, or Move() has moved their content away.`,
      `Make new ${this.#className}(), or use the object that Move() returned.`,
    );
  }

  copy(others: Contents<F>): void {
    this.#fields = others.#fields && { ...others.#fields };
  }

  move(others: Contents<F>): void {
    const moved = others.#fields;
    others.#fields = undefined;
    this.#fields = moved;
  }
}

/** The reader throws ClientError `invalid_argument` or `unknown_option` (ValidationError). */
export function plainArguments<Init extends object>(
  className: string,
  table: Table<Init>,
  foreign?: ForeignOptions,
): Reader<Init> {
  const read = fields<Init>(table, "invalid_argument", foreign);
  return (value, name) => {
    if (isObject(value) && readable(name, () => Object.keys(value)).length > 0) return read(value, name);
    throw validationError(
      "invalid_argument",
      `${name} is ${isObject(value) ? "an empty object" : kindOf(value)}, but must be ${className} or { scopes }.`,
      `A copy made by structuredClone or JSON is empty. Pass the ${className} themselves, or their Clone().`,
    );
  };
}
