import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";
import { type Reader, wrongArgument } from "../../core/check/readers.ts";

/** An Ed25519 private key in PKCS #8 is these bytes, then its 32 (RFC 8410, section 7). */
const privateKeyHead = Buffer.from("302e020100300506032b657004220420", "hex");

/** A secret as it can stand in a header or a form. */
export const readSecret: Reader<string> = (value, name) => {
  if (typeof value === "string" && /^[\x21-\x7e]{16,200}$/.test(value)) return value;
  throw wrongArgument(name, value, "a string of 16 to 200 printable ASCII characters without spaces");
};

/** The 32 bytes of an Ed25519 private key (RFC 8032, section 5.1.5). */
export const readPrivateKey: Reader<string> = (value, name) => {
  if (typeof value === "string" && /^[\da-f]{64}$/i.test(value)) return value.toLowerCase();
  throw wrongArgument(name, value, "64 hexadecimal digits");
};

/**
 * What {@link privateKeyOf} makes a key from that nobody can guess. It is not one that Node generated: in Node 20 the end of
 * the generation, when the garbage collector comes to it, waits for ever for a key that is being exported at this moment.
 */
export function generatePrivateKey(): string {
  return randomBytes(32).toString("hex");
}

/** @param hex - read by {@link readPrivateKey}. */
export function privateKeyOf(hex: string): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([privateKeyHead, Buffer.from(hex, "hex")]),
    format: "der",
    type: "pkcs8",
  });
}

/** The key that its signatures are checked with, 64 hexadecimal digits. */
export function publicKeyHexOf(privateKey: KeyObject): string {
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.from(x, "base64url").toString("hex");
}

/** The signature of a body at a time (Discord documentation, Interactions, "Validating Security Request Headers"). */
export function signBody(privateKey: KeyObject, timestamp: string, body: string): string {
  return sign(null, Buffer.from(timestamp + body), privateKey).toString("hex");
}
