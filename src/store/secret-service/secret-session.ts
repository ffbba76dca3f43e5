import {
  createCipheriv,
  createDecipheriv,
  createDiffieHellman,
  type DiffieHellman,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import type { BusConnection } from "../dbus/connection.ts";
import { Variant, type Value } from "../dbus/marshal.ts";
import { secrets, secretsName } from "./names.ts";

// The second Oakley group (RFC 2409 §6.2), by its number: not every build of Node knows its name.
const prime = Buffer.from(
  "ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd" +
    "ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed" +
    "ee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff",
  "hex",
);
const algorithm = "dh-ietf1024-sha256-aes128-cbc-pkcs7";
const cipher = "aes-128-cbc";
const keyBytes = 16;
const ivBytes = 16;

let pair: DiffieHellman | undefined;

/** One pair for all sessions of the process: OpenSSL checks the prime of each, for 45 ms in which the game stands still. */
function ownPair(): DiffieHellman {
  if (!pair) {
    pair = createDiffieHellman(prime, 2);
    pair.generateKeys();
  }
  return pair;
}

/** A secret on its way, as the Secret Service writes it: session, parameters, value, content type. */
export type SealedSecret = readonly [session: string, iv: Uint8Array, value: Uint8Array, contentType: string];

/**
 * What the Secret Service calls a session: secrets are encrypted on their way through the bus, so that none lies open in
 * the bus daemon or in a recording of its messages.
 */
export class SecretSession {
  readonly path: string;
  readonly #key: Buffer;

  private constructor(path: string, key: Buffer) {
    this.path = path;
    this.#key = key;
  }

  static async open(connection: BusConnection, signal: AbortSignal): Promise<SecretSession> {
    const ours = ownPair();
    const [theirs, path] = (await connection.call(
      {
        ...secrets,
        member: "OpenSession",
        signature: "sv",
        body: [algorithm, new Variant("ay", ours.getPublicKey())],
      },
      signal,
    )) as [Variant, string];
    if (!(theirs.value instanceof Uint8Array)) throw new Error(`${secretsName} sent no key.`);
    const shared = ours.computeSecret(theirs.value);
    const padded = Buffer.concat([Buffer.alloc(prime.length - shared.length), shared]);
    return new SecretSession(path, Buffer.from(hkdfSync("sha256", padded, "", "", keyBytes)));
  }

  seal(secret: string): SealedSecret {
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, this.#key, iv);
    const value = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
    return [this.path, iv, value, "application/octet-stream"];
  }

  open(sealed: Value): string {
    const [, iv, value] = sealed as SealedSecret;
    const opening = createDecipheriv(cipher, this.#key, iv);
    return Buffer.concat([opening.update(value), opening.final()]).toString("utf8");
  }
}
