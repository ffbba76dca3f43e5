import { randomInt } from "node:crypto";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";

/** How many of a kind an emulator keeps. Tests and demos need a few; a loop that never ends must not fill the machine. */
const most = 2_000;
/** How many one thing holds: an interaction its messages, an Activity its players. */
const mostWithin = 100;

/** A map of limited size that keeps the newest entries and drops the oldest. */
export class Recent<Key, Value> extends Map<Key, Value> {
  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size > most) {
      const [oldest] = this.keys();
      this.delete(oldest as Key);
    }
    return this;
  }
}

/** Adds to a list of limited size, and drops the oldest entry. */
export function pushRecent<Item>(items: Item[], item: Item, limit: number = mostWithin): void {
  items.push(item);
  if (items.length > limit) items.shift();
}

/** A list of listeners. */
export class Listeners<News> {
  readonly #listeners = new Set<(news: News) => void>();

  /** @returns a function that ends it. */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}

/** The id that was given, or a new one. @param now - milliseconds since 1970. */
export function idOf({ id }: { readonly id?: SnowflakeInput | undefined }, now: number): Snowflake {
  return id === undefined ? createSnowflake(now) : String(id);
}

let last = 0n;

/**
 * A new id, greater than every one before it, made as the service makes them: milliseconds since 2015, then 22 bits of
 * its own. Those are random, since other emulators make ids too.
 *
 * @param now - milliseconds since 1970.
 */
export function createSnowflake(now: number): Snowflake {
  const time = BigInt(now - Date.UTC(2015, 0, 1)) << 22n;
  const candidate = time | BigInt(randomInt(2 ** 22));
  last = candidate > last ? candidate : last + 1n;
  return last.toString();
}
