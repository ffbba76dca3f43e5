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

/** Exporting a key that Node 20 generated may hang (`generatePrivateKey`). */
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

export class IdTokenKey {
  readonly privateKey: KeyObject;
  /** The key's thumbprint (RFC 7638). */
  readonly kid: string;
  readonly published: Readonly<Record<string, unknown>>;

  constructor(privateKey: KeyObject) {
    const { e, kty, n } = createPublicKey(privateKey).export({ format: "jwk" });
    this.privateKey = privateKey;
    this.kid = createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
    this.published = { e, kty, n, kid: this.kid, alg: "RS256", use: "sig" };
  }

  sign(claims: object): string {
    const header = { alg: "RS256", typ: "JWT", kid: this.kid };
    const text = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${text}.${sign("RSA-SHA256", Buffer.from(text), this.privateKey).toString("base64url")}`;
  }
}

export class IdTokenKeys {
  #current: IdTokenKey | undefined;
  #rotating: Promise<void> | undefined;

  current(): IdTokenKey {
    return (this.#current ??= keyOf(Buffer.from(firstSigningKey, "base64")));
  }

  /** Concurrent calls share one key, because generating it is expensive. */
  rotate(): Promise<void> {
    this.#rotating ??= makeKey()
      .then((key) => void (this.#current = key))
      .finally(() => (this.#rotating = undefined));
    return this.#rotating;
  }
}
