import type { Definition, Parameters } from "./definition.ts";

/** Keeps the exact flags of a definition, from which its values get their types. */
export function define<const O extends Parameters, const A extends Parameters>(
  definition: Definition<O, A>,
): Definition<O, A> {
  return definition;
}
