import { randomInt } from "node:crypto";
import { type ClientError, validationError } from "../../core/errors.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";

/** Limits memory use if a program calls the emulator in an endless loop. */
const most = 2_000;
const mostWithin = 100;

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

export function pushRecent<Item>(items: Item[], item: Item, limit: number = mostWithin): void {
  items.push(item);
  if (items.length > limit) items.shift();
}

export class Listeners<News> {
  readonly #listeners = new Set<(news: News) => void>();

  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}

export function idOf({ id }: { readonly id?: SnowflakeInput | undefined }, now: number): Snowflake {
  return id === undefined ? createSnowflake(now) : String(id);
}

export function duplicateId(kind: string, id: unknown): ClientError {
  return validationError("duplicate", `There is already ${kind} with the id ${String(id)}.`);
}

let last = 0n;

/** Creates increasing ids: milliseconds since 2015, followed by 22 random bits to avoid collisions between emulators. */
export function createSnowflake(now: number): Snowflake {
  const time = BigInt(now - Date.UTC(2015, 0, 1)) << 22n;
  const candidate = time | BigInt(randomInt(2 ** 22));
  last = candidate > last ? candidate : last + 1n;
  return last.toString();
}
