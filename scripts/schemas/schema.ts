export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: "string" };
export const filledText: Schema = { ...text, minLength: 1 };
export const integer: Schema = { type: "integer" };
export const count: Schema = { ...integer, minimum: 0 };
export const flag: Schema = { type: "boolean" };
/** Permission bits as a decimal string. */
export const permissionBits: Schema = { ...text, pattern: "^[0-9]{1,20}$" };

export function field(description: string, schema: Schema, rules: Schema = {}): Schema {
  return { description, ...schema, ...rules };
}

export function oneOf(values: readonly unknown[]): Schema {
  return { enum: values };
}

/** @param most - the maximum length, in code points. */
export function textOf(most: number, rules: Schema = {}): Schema {
  return { ...filledText, maxLength: most, ...rules };
}

export function list(items: Schema, rules: Schema = {}): Schema {
  return { type: "array", items, ...rules };
}

export const texts: Schema = list(text);

/** An object with arbitrary keys. */
export function map(values: Schema, rules: Schema = {}): Schema {
  return { type: "object", additionalProperties: values, ...rules };
}

/** An object that may have additional fields. A trailing `?` marks a name as optional. */
export function openObject(fields: Readonly<Record<string, Schema>>): Schema {
  return {
    type: "object",
    required: Object.keys(fields).filter((name) => !name.endsWith("?")),
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ""), schema]),
    ),
  };
}

/** An object without additional fields. A trailing `?` marks a name as optional. */
export function object(fields: Readonly<Record<string, Schema>>, rules: Schema = {}): Schema {
  return { ...openObject(fields), additionalProperties: false, ...rules };
}

/** Requires one or more of these fields, for `anyOf` and `oneOf`. */
export function having(...names: readonly string[]): Schema[] {
  return names.map((name) => ({ required: [name], properties: { [name]: true } }));
}

export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: "null" }] };
}

/** A reference to a definition in the same schema. */
export function to(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}
