import { randomBytes } from "node:crypto";

/** A state that cannot be guessed: 256 random bits (RFC 6749 §10.10 asks for 128). */
export function createState(): string {
  return randomBytes(32).toString("base64url");
}
