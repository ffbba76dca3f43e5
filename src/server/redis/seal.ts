import { createHash, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { decrypt, encrypt } from "../../store/aes-gcm.ts";
import { ClientError, ErrorType } from "../../core/errors.ts";
import { isSameSignature } from "../session-secrets.ts";
import { type Reader, wrongArgument, bytes, listOf } from "../../core/check/readers.ts";

const keyBytes = 32;
const idBytes = 3;

interface Key {
  readonly id: Buffer;
  /** The result of HKDF-Extract (RFC 5869 §2.2), without a salt. */
  readonly extracted: KeyObject;
  readonly signing: KeyObject;
}

export const readKeys: Reader<readonly Uint8Array[]> = (value, name) => {
  const keys = listOf(bytes(), 2)(value, name);
  const isFit = keys.length > 0 && keys.every((key) => key.length === keyBytes);
  if (isFit && new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size === keys.length) {
    // Copied, because the caller may overwrite the original.
    return keys.map((key) => Uint8Array.from(key));
  }
  throw wrongArgument(
    name,
    value,
    "a list of one or two different keys, each a Uint8Array of 32 random bytes",
    {
      code: "invalid_store_key",
      hint: "Create a key with `openssl rand -base64 32`, store it alongside the client secret, and decode it with Buffer.from(text, 'base64'). If there are two keys, the first encrypts and both decrypt.",
    },
  );
};

/**
 * Encrypts with AES-256-GCM, using a separate key per account. The account is associated data, so a record copied to another
 * account cannot be decrypted.
 */
export class Sealer {
  readonly #keys: readonly Key[];

  constructor(secrets: readonly Uint8Array[]) {
    this.#keys = secrets.map((secret) => {
      const extracted = createSecretKey(createHmac("sha256", "").update(secret).digest());
      return {
        id: createHash("sha256").update("slashpass key id").update(secret).digest().subarray(0, idBytes),
        extracted,
        signing: createSecretKey(expand(extracted, "slashpass signature")),
      };
    });
  }

  seal(account: string, text: string): string {
    const [{ id, extracted }] = this.#keys as [Key];
    const sealed = encrypt(text, accountKey(extracted, account), associated(account, id));
    return Buffer.concat([id, sealed]).toString("base64url");
  }

  open(account: string, sealed: string): string {
    const whole = Buffer.from(sealed, "base64url");
    const id = whole.subarray(0, idBytes);
    const key = this.#keys.find((one) => one.id.equals(id));
    if (!key) throw unreadable();
    try {
      return decrypt(whole.subarray(idBytes), accountKey(key.extracted, account), associated(account, id));
    } catch {
      throw unreadable();
    }
  }

  sign(text: string): string {
    return signature((this.#keys as [Key])[0], text);
  }

  verify(text: string, given: string): boolean {
    return this.#keys.some((key) => isSameSignature(signature(key, text), given));
  }
}

function accountKey(extracted: KeyObject, account: string): Uint8Array {
  return expand(extracted, `slashpass sealed record\0${account}`);
}

/** HKDF-Expand with SHA-256, limited to one block (RFC 5869 §2.3). */
function expand(extracted: KeyObject, info: string): Uint8Array {
  return createHmac("sha256", extracted).update(`${info}\x01`).digest();
}

function associated(account: string, id: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from("slashpass-1\0"), id, Buffer.from(account)]);
}

function signature({ signing }: Key, text: string): string {
  return createHmac("sha256", signing).update(text).digest("base64url");
}

function unreadable(): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_unreadable",
    message: "A player's record in Redis is damaged or was sealed with a key that is not among `keys`.",
    hint: "Pass the original key as the second key. If it is lost, delete the player's tokens with forget() and ask the player to sign in again.",
  });
}
