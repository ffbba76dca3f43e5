import { optional, parseSnowflake, type Reader, whole } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";

/** Readers of the options that choose a page. @param most - items of a page */
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

/** A list that comes in pages. */
interface Paged<T> {
  /** How many items a page has when others follow. */
  readonly size: number;
  /** The page behind an id; the first one where none is given. */
  readonly fetch: (after: Snowflake | undefined) => Promise<readonly T[]>;
  readonly idOf: (item: T) => Snowflake;
}

/**
 * Every item, page by page as they are asked for. A service that gives all at once, whatever page it was asked for, is
 * understood too: nothing comes twice, and it ends.
 */
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
