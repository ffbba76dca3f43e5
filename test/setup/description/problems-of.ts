import * as schemas from "discord-api-spec/zod";
import * as z from "zod/mini";

/** Validates a value against the published description's type `name`. */
export function problemsOf(name: string, value: unknown): readonly object[] {
  const schema = (schemas as unknown as Record<string, z.ZodMiniType>)[`${name}Schema`];
  if (!schema) throw new Error(`The description has no schema for ${name}.`);
  return z.safeParse(schema, value).error?.issues ?? [];
}
