import { randomInt } from "node:crypto";
import type { Snowflake } from "../snowflake.ts";

let sequence = 0;

/** A new id, made as the service makes them: milliseconds since 2015, then a sequence. */
export function createSnowflake(): Snowflake {
  sequence = (sequence + 1) % 4096;
  const time = BigInt(Date.now() - Date.UTC(2015, 0, 1));
  return ((time << 22n) | (BigInt(randomInt(1024)) << 12n) | BigInt(sequence)).toString();
}
