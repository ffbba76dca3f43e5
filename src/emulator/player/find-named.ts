import { type ClientError, validationError } from "../../core/errors.ts";
import { nearest } from "../../core/check/fields.ts";

/** Something that a player sees by its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a player can name. */
type Kind =
  | "button"
  | "channel"
  | "choice"
  | "command"
  | "field"
  | "guild"
  | "mentionable"
  | "menu"
  | "message"
  | "option"
  | "role"
  | "user";

/** The one that is meant by a name or an id. @throws ClientError `unknown_…` (ValidationError). */
export function findNamed<Item extends Named>(kind: Kind, reference: string, items: readonly Item[]): Item {
  const found = items.find(({ name }) => name === reference) ?? items.find(({ id }) => id === reference);
  if (found) return found;
  throw unknownName(
    kind,
    reference,
    items.map(({ name }) => name),
  );
}

/** An error that names what is missing, and what exists. */
export function unknownName(
  kind: Kind,
  reference: string,
  names: readonly string[],
  whose = "",
): ClientError {
  const what = `${kind}${whose}`;
  const like = nearest(reference, names);
  const meant = like === undefined ? "" : ` Did you mean ${JSON.stringify(like)}?`;
  const some = names.slice(0, 10).map((name) => JSON.stringify(name));
  return validationError(
    `unknown_${kind}`,
    `There is no ${what} ${JSON.stringify(reference)} here.${meant}`,
    names.length === 0
      ? `There is no ${what} at all.`
      : `There is ${some.join(", ")}${names.length > 10 ? ", …" : ""}.`,
  );
}
