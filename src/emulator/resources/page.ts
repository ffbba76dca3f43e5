import type { Snowflake } from "../../wire/snowflake.ts";

interface Page {
  readonly before?: Snowflake | undefined;
  readonly after?: Snowflake | undefined;
  readonly limit?: number | undefined;
}

/** Returns the last items before `before` or else the first items, in ascending order of id. */
export function pageOf<T extends { readonly id: Snowflake }>(
  items: readonly T[],
  { before, after, limit = Infinity }: Page,
): readonly T[] {
  const within = items
    .map((item) => ({ item, id: BigInt(item.id) }))
    .filter(
      ({ id }) =>
        (before === undefined || id < BigInt(before)) && (after === undefined || id > BigInt(after)),
    )
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ item }) => item);
  if (limit >= within.length) return within;
  return before === undefined ? within.slice(0, limit) : within.slice(-limit);
}
