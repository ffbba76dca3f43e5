import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Returns the nonce, the tag and the ciphertext. */
export function encrypt(text: string, key: Uint8Array, associated: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(associated);
  const encrypted = [cipher.update(text, "utf8"), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
}

export function decrypt(bytes: Uint8Array, key: Uint8Array, associated: Uint8Array): string {
  const start = nonceBytes + tagBytes;
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(associated).setAuthTag(bytes.subarray(nonceBytes, start));
  return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString("utf8");
}
