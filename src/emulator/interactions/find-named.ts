import { type ClientError, validationError } from "../../errors.ts";
import { nearest } from "../../input/nearest.ts";

/** Something that a player sees by its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** The one that is meant by a name or an id. @throws ClientError `unknown_…` (ValidationError). */
export function findNamed<Item extends Named>(kind: string, reference: string, items: readonly Item[]): Item {
  const found = items.find(({ name }) => name === reference) ?? items.find(({ id }) => id === reference);
  if (found) return found;
  throw unknownName(
    kind,
    reference,
    items.map(({ name }) => name),
  );
}

/** Says what is not there, and what is. */
export function unknownName(kind: string, reference: string, names: readonly string[]): ClientError {
  const like = nearest(reference, names);
  const meant = like === undefined ? "" : ` Did you mean ${JSON.stringify(like)}?`;
  const some = names.slice(0, 10).map((name) => JSON.stringify(name));
  return validationError(
    `unknown_${kind.replaceAll(" ", "_")}`,
    `There is no ${kind} ${JSON.stringify(reference)} here.${meant}`,
    names.length === 0
      ? `There is no ${kind} at all.`
      : `There is ${some.join(", ")}${names.length > 10 ? ", …" : ""}.`,
  );
}
