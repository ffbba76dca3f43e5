import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
} from "node:crypto";
import { promisify } from "node:util";

const generate = promisify(generateKeyPair);

/** In Node 20, exporting a generated key may hang (see `generatePrivateKey`). */
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

/**
 * A fixed key in PKCS #8 format (RFC 5208), encoded as base64. Generating a key would take 60 to 360 ms. The key need not be
 * secret, because any local program can sign in as any player anyway.
 */
const firstSigningKey = `
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDFhwvzDmoIBdGX2cZKu1tTW7mlyJheUvlfTt53iBDu7f+vttNlGC0bmsw4d3bTMdpZ3Bb0
pQEUB+ACtnTlPwKlk2y4DtWzrdzWjB30zFTgAESEGZB/qkocPhxF4Rf+Q/R9mjj+P2iZ1kxoI75yy0HlqzKwZVMh4I2YCKln875DC/tWPVplO2gKYq4I/i4v
FVfRpeRQXta2uQj5vI0QhD97uE85qy6n1JD0b/Da3742OzIMB3imhgcrDANtWfp3i61Kz+rGNzDjL5KEc+vyYsBtHMazC07BTP86wbxdaSFUwIEAxvYJvo0v
Bo6K7wJ5OKUK2UKRpMTY/PhOJH4Pk6BJAgMBAAECggEAH0HdVXdOtpnLHrs2un02+LQvZsldOTHqpdcac7JbsZ+GYkUtYxZGDxP6JKZc7pM5QRaHqGuTBdsw
KuW6DkvgDJkNb3vje9UzuNy/4czS0oagUQIloFovc5Qtj65MyG7y+cxFoBAjKpLjkOg1Gz/IXAJxGUJTey0oYupd+mXzEfNEURRdhGT6UwMYOYeclZSNNIdP
m7/WerkQ64pryyvwxEGsNvNsMeauvrDu0Ywa3cJkAz7Wjv+zWzcg0SMAJr6XdP9EMiMIXuNJlyEpG6rTc/wSFn56tx483nxP7MOZY/d1tol9/gpgbX2SJmA4
ybHubYWvjTv6F1C7DIFwhyXjfQKBgQDyk4cSh2EEHdfjNGE+uqUbrMVnpJkyoYvnzYo8xlmpL1Ob7q3/q2JMPZtMDcF0slLNzXDjPw6AJQqVAjXcaJ6clU/V
mejCtTJuKygSfPM8EKve5PWvnI31NUYwTSf1lbBLMwsbBlyQ4A4hRD6h8Ja+QVjQ6jD6KDXx/tdZtrC95QKBgQDQdVU/nyQ2BdiZYj8E6d3rx9oPNGdexCpx
CzvgfWsobXj2DMk7Etz6LOM1IkITe8rfyeHSUvpw0+VTracTWGA4mobStJd8IntX94BPp2MPggRT2uHCht0E5/k+kEtJr/jlqIdbO0KTL3EYV9qwYPiKy00J
OIfI200qToYoKj8SlQKBgGy1hKDfHrEzlp5xyOrNxlSCtuzdrPItx38Yc80Mrv3NAdEtw7iCW8kDCueoenwLtmQYn3CXv63Z68YfeXfPQtW1bFOzZ8ZqYbFR
keHHMVJHvl5jiV8r78pmF5Bp43CBpsHsnBt+XFlor6xk4xS7tzKIIn9tlIlnH9XVeTjxUH+pAoGBAKh1ybiqgPbvboU18jukS2VZko0rCkZ5PNsx+ueGM2zu
WwxsdMq6ib3bPJoZ31AjgGWtnkL8L8uyUed3tEdb6haUOlRZAPqeWxNRvm2gldtYdOrXPg6YMlDernuy3ETmYrwln41IrJqJglnr1Z0oIHL5rH3BI2pcX1XL
M3uN+H6pAoGAHUHy6gG4Z/Uu9f26eDciZbrMjf42DJsCkbwWTkzwskOH9P+HvhHGdGEwd020x+bJNbM7Ld/6LQVppSMTnGNym3AV9t48E3FNls/BYWz5LGpu
Gkm6hBD5Ete4GBY2aI62HNkXfMNLeVQDeNWaNakExmkID/XQZz3uj9eW8XdIEzM=`;
