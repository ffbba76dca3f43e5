import * as schemas from "discord-api-spec/zod";
import * as z from "zod/mini";

const simple: Readonly<Record<string, () => z.ZodMiniType>> = {
  string: z.string,
  number: z.number,
  boolean: z.boolean,
  null: z.null,
  unknown: z.unknown,
};

/** Returns the schema for a type expression in the description: a name, an array, a union, or an inline object. */
export function schemaOf(type: string, among: object = schemas): z.ZodMiniType {
  const inline = /^\{(.*)\}$/s.exec(type);
  if (inline) return schemaOfFields(inline[1] ?? "", among);
  const several = /^\((.*)\)\[\]$/s.exec(type.trim());
  if (several) return z.array(schemaOf(several[1] ?? "", among));
  const alternatives = type
    .split(/\|(?![^(]*\))/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => (one.startsWith("(") ? schemaOf(one, among) : schemaOfOne(one, among)));
  const [first] = alternatives;
  return alternatives.length === 1 && first ? first : z.union(alternatives);
}

function schemaOfFields(fields: string, among: object): z.ZodMiniType {
  const found = [...fields.matchAll(/(\w+)(\??):\s*([^;]+);/g)];
  return z.object(
    Object.fromEntries(
      found.map(([, name = "", optional, type = ""]) => {
        const schema = schemaOf(type.trim(), among);
        return [name, optional ? z.optional(schema) : schema];
      }),
    ),
  );
}

function schemaOfOne(type: string, among: object): z.ZodMiniType {
  const [, name = "", list] = /^(\w+)(\[\])?$/.exec(type) ?? [];
  const schema = simple[name]?.() ?? (among as Record<string, z.ZodMiniType>)[`${name}Schema`];
  if (!schema) throw new Error(`The description has no schema for ${type}.`);
  return list ? z.array(schema) : schema;
}
