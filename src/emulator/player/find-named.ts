import { type ClientError, validationError } from "../../core/errors.ts";
import type { OptionRecord } from "../../wire/option-traits.ts";
import { nearest } from "../../core/check/nearest.ts";

export interface Named {
  readonly id: string;
  readonly name: string;
}

export type RecordKind = Exclude<OptionRecord, "attachment">;

type Part = "button" | "choice" | "command" | "field" | "guild" | "menu" | "message" | "option";
type Kind = RecordKind | Part;

/** If several buttons or choices share the name, returns the first. */
export function findNamed<Item extends Named>(kind: Kind, reference: string, items: readonly Item[]): Item {
  const named = items.filter(({ name }) => name === reference);
  const byId = items.find(({ id }) => id === reference);
  const [found = byId, another] = named;
  if (!found) throw unknownName(kind, reference, items);
  if (!another || !recordKinds.includes(kind)) return found;
  throw ambiguousName(kind, reference, named);
}

const recordKinds: readonly Kind[] = ["user", "role", "channel", "mentionable", "guild"];

function ambiguousName(kind: Kind, reference: string, named: readonly Named[]): ClientError {
  return validationError(
    "ambiguous_match",
    `There is more than one ${kind} named ${JSON.stringify(reference)}.`,
    `Use one of their ids: ${named.map(({ id }) => id).join(", ")}.`,
  );
}

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
      ? `There is no ${what} yet.`
      : `Available: ${some.join(", ")}${names.length > 10 ? ", …" : ""}.`,
  );
}
