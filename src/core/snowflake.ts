import type { Snowflake } from "../wire/snowflake.ts";
import { validationError } from "./errors.ts";
import { wrongArgument } from "./check/readers.ts";

const largest = 2n ** 64n - 1n;
const largestText = largest.toString();

/**
 * The decimal string of an id.
 *
 * @param value - what the caller gave, from anywhere.
 * @param name - what to call it in the error, for example `applicationId`.
 * @throws ClientError `invalid_id` (ValidationError) for a number, a malformed string, zero, or more than 64 bits.
 */
export function parseSnowflake(value: unknown, name: string): Snowflake {
  if (typeof value === "number") {
    throw refuse(
      name,
      "is a JavaScript number, which loses digits above 2^53",
      'Write it as a string ("123…") or a bigint (123…n).',
    );
  }
  const text = typeof value === "bigint" ? value.toString() : value;
  if (text === undefined || text === "") {
    throw refuse(name, "is missing", "Copy the id from the developer portal.");
  }
  if (typeof text !== "string") {
    throw wrongArgument(name, value, "an id: a string of digits, or a bigint", { code: "invalid_id" });
  }
  const id = /^[0-9]{1,20}$/.test(text) ? BigInt(text) : 0n;
  if (id === 0n || id > largest) {
    throw refuse(
      name,
      "is not an id",
      "An id is a decimal number from 1 to 2^64-1, for example 1234567890123456789.",
    );
  }
  return id.toString();
}

/** Whether a value is an id as it stands in bodies and paths: no zero, no leading zeros, and at most 64 bits. */
export function isSnowflake(value: unknown): value is Snowflake {
  if (typeof value !== "string" || !/^[1-9][0-9]{0,19}$/.test(value)) return false;
  // Of two numbers with as many digits, the larger one comes later as a text.
  return value.length < largestText.length || value <= largestText;
}

function refuse(name: string, problem: string, hint: string) {
  return validationError("invalid_id", `${name} ${problem}.`, hint);
}
