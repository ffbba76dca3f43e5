import { randomInt } from "node:crypto";
import type { Snowflake } from "../../wire/snowflake.ts";

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
