import { randomBytes, createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { BusConnection } from "../dbus/connection.ts";
import { Variant, type BusValue } from "../dbus/marshal.ts";
import { readObjectPath, secrets, secretsName, unexpectedReply } from "./objects.ts";

// The second Oakley group (RFC 2409 §6.2), the only one that the Secret Service supports.
const size = 128;
const prime = BigInt(
  "0xffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd" +
    "ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed" +
    "ee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff",
);
const generator = 2n;
/** 192 bits. 160 would suffice for a 1024-bit group (RFC 3766 §5, RFC 3526 §8). */
const privateBytes = 24;
const windowBits = 4;

export interface KeyPair {
  readonly publicKey: Uint8Array;
  /** Returns `undefined` if `peerKey` makes the secret predictable (RFC 2631 §2.1.5). */
  agree(peerKey: Uint8Array): (() => Uint8Array) | undefined;
}

/**
 * Does not use OpenSSL, because it blocks the game for 40 ms to test the prime, and because some builds of Node.js do not support
 * the group. Timing attacks do not matter: a program that can measure the timing can also read the keychain.
 */
export function createKeyPair(): KeyPair {
  const secret = numberOf(randomBytes(privateBytes));
  return {
    publicKey: bytesOf(power(generator, secret)),
    agree(peerKey) {
      const number = numberOf(peerKey);
      return number > 1n && number < prime - 1n ? () => bytesOf(power(number, secret)) : undefined;
    },
  };
}

function power(base: bigint, exponent: bigint): bigint {
  const powers: bigint[] = [];
  for (let next = 1n; powers.length < 1 << windowBits; next = (next * base) % prime) powers.push(next);
  let result = 1n;
  for (let at = 8 * privateBytes - windowBits; at >= 0; at -= windowBits) {
    for (let bit = 0; bit < windowBits; bit++) result = (result * result) % prime;
    const window = BigInt.asUintN(windowBits, exponent >> BigInt(at));
    result = (result * (powers[Number(window)] as bigint)) % prime;
  }
  return result;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes).toString("hex")}`);
}

function bytesOf(number: bigint): Uint8Array {
  return Buffer.from(number.toString(16).padStart(2 * size, "0"), "hex");
}

const algorithm = "dh-ietf1024-sha256-aes128-cbc-pkcs7";
const cipher = "aes-128-cbc";
const keyBytes = 16;
const ivBytes = 16;

let pair: KeyPair | undefined;

/** The Secret Service's format. */
export type SealedSecret = readonly [session: string, iv: Uint8Array, value: Uint8Array, contentType: string];

/** Encrypts secrets on the bus, so that they never appear in plain text in the bus daemon or in recordings of its messages. */
export class SecretSession {
  readonly path: string;
  readonly #agree: () => Uint8Array;
  #agreed: Buffer | undefined;

  private constructor(path: string, agree: () => Uint8Array) {
    this.path = path;
    this.#agree = agree;
  }

  static async open(connection: BusConnection, signal: AbortSignal): Promise<SecretSession> {
    // Reused for all sessions in the process.
    const keyPair = (pair ??= createKeyPair());
    const [peerKey, path] = await connection.call(
      {
        ...secrets,
        member: "OpenSession",
        signature: "sv",
        body: [algorithm, new Variant("ay", keyPair.publicKey)],
      },
      signal,
    );
    if (!(peerKey instanceof Variant && peerKey.value instanceof Uint8Array))
      throw new Error(`${secretsName} did not send a key.`);
    const agree = keyPair.agree(peerKey.value);
    if (!agree) throw new Error(`${secretsName} sent a key that cannot be used for the key agreement.`);
    return new SecretSession(readObjectPath(path), agree);
  }

  /** Computed on first use, preferably while the service is busy. */
  get key(): Buffer {
    return (this.#agreed ??= Buffer.from(hkdfSync("sha256", this.#agree(), "", "", keyBytes)));
  }

  seal(secret: string): SealedSecret {
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, this.key, iv);
    const value = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
    return [this.path, iv, value, "application/octet-stream"];
  }

  open(sealed: BusValue | undefined): string {
    const [, iv, value] = Array.isArray(sealed) ? (sealed as readonly BusValue[]) : [];
    if (!(iv instanceof Uint8Array && iv.length === ivBytes && value instanceof Uint8Array))
      throw unexpectedReply();
    const opening = createDecipheriv(cipher, this.key, iv);
    return Buffer.concat([opening.update(value), opening.final()]).toString("utf8");
  }
}
