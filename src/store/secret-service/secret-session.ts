import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { BusConnection } from "../dbus/connection.ts";
import { Variant, type Value } from "../dbus/marshal.ts";
import { createKeyPair, type KeyPair } from "./key-agreement.ts";
import { pathIn, secrets, secretsName, strangeAnswer } from "./names.ts";

const algorithm = "dh-ietf1024-sha256-aes128-cbc-pkcs7";
const cipher = "aes-128-cbc";
const keyBytes = 16;
const ivBytes = 16;

let pair: KeyPair | undefined;

/** A secret on its way, as the Secret Service writes it: session, parameters, value, content type. */
export type SealedSecret = readonly [session: string, iv: Uint8Array, value: Uint8Array, contentType: string];

/**
 * What the Secret Service calls a session: secrets are encrypted on their way through the bus, so that none lies open in
 * the bus daemon or in a recording of its messages.
 */
export class SecretSession {
  readonly path: string;
  readonly #agree: () => Uint8Array;
  #agreed: Buffer | undefined;

  private constructor(path: string, agree: () => Uint8Array) {
    this.path = path;
    this.#agree = agree;
  }

  static async open(connection: BusConnection, signal: AbortSignal): Promise<SecretSession> {
    // One for all sessions of the process.
    const ours = (pair ??= createKeyPair());
    const [theirs, path] = await connection.call(
      {
        ...secrets,
        member: "OpenSession",
        signature: "sv",
        body: [algorithm, new Variant("ay", ours.publicKey)],
      },
      signal,
    );
    if (!(theirs instanceof Variant && theirs.value instanceof Uint8Array))
      throw new Error(`${secretsName} sent no key.`);
    const agree = ours.agree(theirs.value);
    if (!agree) throw new Error(`${secretsName} sent a key that cannot be used for the key agreement.`);
    return new SecretSession(pathIn(path), agree);
  }

  /** What secrets are sealed by: worked out when it is first asked for, at best while the service has something to do. */
  get key(): Buffer {
    return (this.#agreed ??= Buffer.from(hkdfSync("sha256", this.#agree(), "", "", keyBytes)));
  }

  seal(secret: string): SealedSecret {
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, this.key, iv);
    const value = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
    return [this.path, iv, value, "application/octet-stream"];
  }

  /** @throws Error when it is no secret, or one that was sealed with another key. */
  open(sealed: Value | undefined): string {
    const [, iv, value] = Array.isArray(sealed) ? (sealed as readonly Value[]) : [];
    if (!(iv instanceof Uint8Array && iv.length === ivBytes && value instanceof Uint8Array))
      throw strangeAnswer();
    const opening = createDecipheriv(cipher, this.key, iv);
    return Buffer.concat([opening.update(value), opening.final()]).toString("utf8");
  }
}
