/**
 * The expected part of a value: only the listed fields are compared. A RegExp is tested against a string, or against the JSON of
 * another value. `undefined` requires that the field is absent.
 */
export type Shape = unknown;

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof RegExp);
}

export function matches(shape: Shape, value: unknown): boolean {
  if (shape instanceof RegExp) return value !== undefined && shape.test(textOf(value));
  if (Array.isArray(shape)) {
    return (
      Array.isArray(value) &&
      value.length === shape.length &&
      shape.every((one, index) => matches(one, value[index]))
    );
  }
  if (!isFields(shape)) return Object.is(shape, value);
  return isFields(value) && Object.entries(shape).every(([name, one]) => matches(one, value[name]));
}

/** Returns the part of a value that the shape describes. */
export function select(shape: Shape, value: unknown): unknown {
  if (Array.isArray(shape) && Array.isArray(value))
    return value.map((one: unknown, index) => (index < shape.length ? select(shape[index], one) : one));
  if (!isFields(shape) || !isFields(value)) return value;
  return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, select(one, value[name])]));
}

/** Converts a shape or a selected value into plain data. */
export function printable(value: unknown): unknown {
  if (value === undefined) return "(absent)";
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return value.map(printable);
  return isFields(value) ? mapFields(value, printable) : value;
}

export function mapFields(fields: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, change(one)]));
}

/** Changes every string in plain data, but not the names of fields. */
export function mapStrings(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change));
  return isFields(value) ? mapFields(value, (one) => mapStrings(one, change)) : value;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
