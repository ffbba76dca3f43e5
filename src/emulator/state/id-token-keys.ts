import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
} from "node:crypto";
import { promisify } from "node:util";
import { firstSigningKey } from "./first-signing-key.ts";

const generate = promisify(generateKeyPair);

/** From its bytes, because exporting a key that Node 20 generated may hang (`generatePrivateKey`). */
async function makeKey(): Promise<IdTokenKey> {
  const { privateKey } = await generate("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  });
  return keyOf(privateKey);
}

function keyOf(bytes: Buffer): IdTokenKey {
  return new IdTokenKey(createPrivateKey({ key: bytes, type: "pkcs8", format: "der" }));
}

/** An RSA key for ID tokens. */
export class IdTokenKey {
  readonly privateKey: KeyObject;
  /** The name of the key in tokens: its thumbprint (RFC 7638). */
  readonly kid: string;
  /** The part that is published (RFC 7517 §4). */
  readonly published: Readonly<Record<string, unknown>>;

  constructor(privateKey: KeyObject) {
    const { e, kty, n } = createPublicKey(privateKey).export({ format: "jwk" });
    this.privateKey = privateKey;
    this.kid = createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
    this.published = { e, kty, n, kid: this.kid, alg: "RS256", use: "sig" };
  }

  /** A token with these claims (RFC 7515 §3.1). */
  sign(claims: object): string {
    const header = { alg: "RS256", typ: "JWT", kid: this.kid };
    const text = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${text}.${sign("RSA-SHA256", Buffer.from(text), this.privateKey).toString("base64url")}`;
  }
}

/** The current key for signing ID tokens, which is the only published one. */
export class IdTokenKeys {
  #current: IdTokenKey | undefined;
  #rotation: Promise<void> | undefined;

  current(): IdTokenKey {
    return (this.#current ??= keyOf(Buffer.from(firstSigningKey, "base64")));
  }

  /**
   * Replaces the key. Calls during a rotation share it: generating an RSA key takes up to a second of a core, and occupies a
   * thread of the pool that the process needs for DNS and files.
   */
  rotate(): Promise<void> {
    return (this.#rotation ??= this.#replace());
  }

  async #replace(): Promise<void> {
    try {
      this.#current = await makeKey();
    } finally {
      this.#rotation = undefined;
    }
  }
}
