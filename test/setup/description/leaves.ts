import type { Random } from "./random.ts";
import type { Part } from "./schema-parts.ts";

type Text = Extract<Part, { readonly kind: "text" }>;
type NumberPart = Extract<Part, { readonly kind: "number" }>;

/** Generates a valid string that is either short or at a length limit. */
export function makeText({ format, least, most }: Text, random: Random): string {
  if (format === "id")
    return random.pick(["0", "80351110224678912", String(10 ** 17 + random.below(10 ** 9))]);
  if (format === "date") return random.pick(["2026-11-22T07:42:00Z", "2026-11-22T07:42:00.123Z"]);
  if (format === "url") return makeUrl(most, random);
  if (random.chance(0.1)) return lettersOf(least, random);
  if (most <= 6000 && random.chance(0.05)) return lettersOf(most, random);
  // Usually unique, because names often have to be.
  const word = `w${random.below(2 ** 32).toString(36)}`;
  return word.slice(0, Math.max(least, Math.min(most, 8))).padEnd(least, "x");
}

/** Generates a string of `count` characters, possibly surrogate pairs. */
export function lettersOf(count: number, random: Random): string {
  return random.pick(["x", "x", "x", "é", "😀"]).repeat(count);
}

function makeUrl(most: number, random: Random): string {
  const start = random.pick(["https://example.com/", "http://example.com/a?b=c", "attachment://map.png"]);
  return random.chance(0.05) && most < Infinity ? start.padEnd(most, "x") : start;
}

/** Generates a valid number that is either small or at a limit. */
export function makeNumber({ isWhole, least, most }: NumberPart, random: Random): number {
  const small = Math.min(most, Math.max(least, random.pick([0, 1, 2, 5])));
  const bounds = [least, most].filter(Number.isFinite);
  if (bounds.length > 0 && random.chance(0.2)) return random.pick(bounds);
  return isWhole || random.chance(0.95) ? small : Math.min(most, small + 0.5);
}
