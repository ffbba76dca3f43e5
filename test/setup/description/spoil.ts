import type { Slot } from "./bodies.ts";
import { lettersOf } from "./leaves.ts";
import type { Random } from "./random.ts";
import { type Part, partOf } from "./schema-parts.ts";

/** Makes a value invalid: removes it, changes its type, or exceeds a limit. */
export function spoil({ holder, key, schema }: Slot, random: Random): void {
  const choice = random.below(10);
  if (choice === 0) delete holder[key];
  else if (choice === 1) holder[key] = null;
  else if (choice <= 3) holder[key] = random.pick(others)();
  else holder[key] = goBeyond(partOf(schema), holder[key], random);
}

const others: readonly (() => unknown)[] = [
  () => "",
  () => "x",
  () => "2",
  () => 0,
  () => 7,
  () => -1,
  () => 1.5,
  () => true,
  () => [],
  () => ["x"],
  () => ({}),
];

function goBeyond(part: Part, value: unknown, random: Random): unknown {
  if (part.kind === "text") return badText(part, random);
  if (part.kind === "number") return badNumber(part, random);
  if (part.kind === "list" && Array.isArray(value)) return badList(part, value, random);
  if (part.kind === "one") return badWord(part.values, random);
  return typeof value === "object" && value !== null ? { ...value, unheard_of: 1 } : random.pick(others)();
}

function badText({ format, least, most }: Extract<Part, { readonly kind: "text" }>, random: Random): unknown {
  const long = Number.isFinite(most) ? [lettersOf(most + 1, random)] : [];
  const short = least > 0 ? [lettersOf(least - 1, random)] : [];
  const odd: Readonly<Record<typeof format, readonly unknown[]>> = {
    any: [" ", "\u0000"],
    id: ["-1", "007", "1.5", "me", " 7", "99999999999999999999999", 7],
    date: ["2026-11-22", "yesterday", "2026-13-22T07:42:00Z", "2026-11-22T07:42:00+01:00", 1],
    url: ["example.com", "/a", "javascript:alert(1)", "ftp://example.com/a", "https://"],
  };
  return random.pick([...long, ...short, ...odd[format]]);
}

function badNumber({ least, most }: Extract<Part, { readonly kind: "number" }>, random: Random): unknown {
  const beyond = [least - 1, most + 1].filter(Number.isFinite);
  return random.pick([...beyond, 0.5, -1, "1", 2 ** 31, 1e21]);
}

function badList(
  { least, most }: Extract<Part, { readonly kind: "list" }>,
  list: readonly unknown[],
  random: Random,
): readonly unknown[] {
  const [item = "x"] = list;
  const many = most <= 200 ? [Array.from({ length: most + 1 }, () => item)] : [];
  const few = least > 0 ? [list.slice(0, least - 1)] : [];
  return random.pick([...many, ...few, [...list, item], [...list, null], [...list, "x"]]);
}

function badWord(values: readonly unknown[], random: Random): unknown {
  const value = random.pick(values);
  if (typeof value === "number") return random.pick([value + 1, 99, -1, 1.5, String(value)]);
  if (typeof value === "string") return random.pick([`${value}s`, value.toUpperCase(), ""]);
  return random.pick(["true", 1, 0]);
}
