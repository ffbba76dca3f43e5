import { interactionLifetime } from "../wire/limits.ts";
import { type Reader, secondsOf } from "./check/readers.ts";

/** Reads the `maxAgeSeconds` option of `memorySeen` and `redisSeen`. */
export const readMaxAgeSeconds: Reader<number> = secondsOf(86_400);

/**
 * How long a signature stays valid: from `maxAgeSeconds` before its timestamp until `maxAgeSeconds` after it. Includes time to
 * receive the body, because the timestamp is checked when the headers arrive.
 */
export function signatureLifetimeMs(maxAgeSeconds: number = 300): number {
  return Math.ceil(2000 * maxAgeSeconds) + 2 * interactionLifetime.firstAnswerMs;
}
