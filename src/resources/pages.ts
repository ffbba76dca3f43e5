import { optional, parseSnowflake, type Reader, whole } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";

export function pageFields(most: number): Readonly<
  Record<"before" | "after", Reader<Snowflake | undefined>>
> & {
  readonly limit: Reader<number | undefined>;
} {
  return {
    before: optional(parseSnowflake),
    after: optional(parseSnowflake),
    limit: optional(whole(1, most)),
  };
}

interface Paged<T> {
  readonly size: number;
  readonly fetch: (after: Snowflake | undefined) => Promise<readonly T[]>;
  readonly idOf: (item: T) => Snowflake;
}

/** Also supports services that ignore `after` and return all items at once. */
export async function* walkPages<T>({ size, fetch, idOf }: Paged<T>): AsyncGenerator<T, void, undefined> {
  let after = 0n;
  for (;;) {
    const page = await fetch(after === 0n ? undefined : after.toString());
    const seen = after;
    for (const item of page) {
      const id = BigInt(idOf(item));
      if (id <= seen) continue;
      if (id > after) after = id;
      yield item;
    }
    if (page.length < size || after === seen) return;
  }
}
