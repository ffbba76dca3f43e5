import { validationError } from "../errors.ts";
import { findPasteMistake, isBotToken, trimmed, kindOf } from "./readers.ts";

/**
 * Accepts 64 hexadecimal digits in either case, with surrounding whitespace.
 *
 * The error message omits the value, which may be a secret pasted by mistake.
 */
export function readPublicKey(value: unknown, name: string): string {
  const text = trimmed(value);
  if (typeof text === "string" && /^[\da-f]{64}$/i.test(text)) return text;
  throw validationError(
    "invalid_public_key",
    `${name} ${typeof text === "string" && text !== "" ? describeProblem(text) : `is ${kindOf(text)}`}.`,
    'Copy the "Public Key" (64 hexadecimal digits) from General Information in the developer portal.',
  );
}

function describeProblem(text: string): string {
  const [mistake] = findPasteMistake(text) ?? [];
  if (mistake !== undefined) return mistake;
  if (isBotToken(text)) return "is a bot token, not a public key";
  if (/^\d{15,20}$/.test(text)) return "is an id, not a public key";
  return `is not 64 hexadecimal digits; it has ${text.length} characters`;
}
