import * as z from "zod/mini";
import { schemaOf } from "./schema-of.ts";

/** Validates a value against the published description's type `name`. */
export function problemsOf(name: string, value: unknown): readonly object[] {
  return z.safeParse(schemaOf(name), value).error?.issues ?? [];
}
