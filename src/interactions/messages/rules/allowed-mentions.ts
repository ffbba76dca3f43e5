import type { FieldProblem } from "../../../wire/error.ts";
import { type Check, flag, id, list, nullable, oneOf, type Path, problem, record } from "./checks.ts";

const ids = list(nullable(id), 100);

/** Who may be notified (the service's published description, `MessageAllowedMentionsRequest`). */
export const allowedMentions: Check = record({
  optional: {
    parse: list(nullable(oneOf("users", "roles", "everyone")), 1521),
    users: ids,
    roles: ids,
    replied_user: flag,
  },
});

/** Nobody is named twice, nor beside all of the kind (Discord documentation, Message, "Allowed Mentions Object"). */
export function checkAllowedMentions(mentions: object, path: Path): readonly FieldProblem[] {
  const given = mentions as Readonly<Record<string, readonly unknown[] | null | undefined>>;
  const both = ["users", "roles"].filter((kind) => given["parse"]?.includes(kind) && given[kind]?.length);
  return [
    ...["parse", "users", "roles"].flatMap((name) => checkOnce(given[name] ?? [], [...path, name])),
    ...both.flatMap((kind) =>
      problem(
        path,
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      ),
    ),
  ];
}

function checkOnce(values: readonly unknown[], path: Path): readonly FieldProblem[] {
  const seen = new Set<unknown>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) {
      const place = [...path, String(index)];
      return problem(place, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value");
    }
    seen.add(value);
    return [];
  });
}
