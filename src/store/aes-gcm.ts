import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with AES-256-GCM: nonce, tag, and the text.
 *
 * @param associated - what belongs to it and is not secret: it opens only beside the same bytes.
 */
export function encrypt(text: string, key: Uint8Array, associated: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(associated);
  const encrypted = [cipher.update(text, "utf8"), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
}

/** @throws Error for bytes that {@link encrypt} did not make with this key and these associated bytes. */
export function decrypt(bytes: Uint8Array, key: Uint8Array, associated: Uint8Array): string {
  const start = nonceBytes + tagBytes;
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(associated).setAuthTag(bytes.subarray(nonceBytes, start));
  return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString("utf8");
}
