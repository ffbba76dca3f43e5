import { type ClientError, validationError } from "../../core/errors.ts";
import type { OptionRecord } from "../../wire/option-traits.ts";
import { nearest } from "../../core/check/fields.ts";

/** A thing that a player knows by its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Kinds of records that a player can pick from. */
export type RecordKind = Exclude<OptionRecord, "attachment">;

type Part = "button" | "choice" | "command" | "field" | "guild" | "menu" | "message" | "option";
type Kind = RecordKind | Part;

/** Finds a thing by its name or id. @throws ClientError `unknown_…` (ValidationError). */
export function findNamed<Item extends Named>(kind: Kind, reference: string, items: readonly Item[]): Item {
  const found = items.find(({ name }) => name === reference) ?? items.find(({ id }) => id === reference);
  if (found) return found;
  throw unknownName(kind, reference, items);
}

/** An error with the unknown name and the existing ones. */
export function unknownName(
  kind: Kind,
  reference: string,
  items: readonly Pick<Named, "name">[],
  whose = "",
): ClientError {
  const names = items.map(({ name }) => name);
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
