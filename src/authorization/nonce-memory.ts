import { createHash } from "node:crypto";

/** Attempts whose ID token may still have to be checked; older ones are forgotten. */
const limit = 16;

/** Which nonce went with which code, so that an ID token is checked against it, once (OpenID Connect Core §3.1.3.7). */
export class NonceMemory {
  readonly #nonces = new Map<string, string>();

  remember(code: string, nonce: string | undefined): void {
    if (nonce === undefined) return;
    this.#nonces.set(digest(code), nonce);
    const [oldest] = this.#nonces.keys();
    if (this.#nonces.size > limit && oldest !== undefined) this.#nonces.delete(oldest);
  }

  take(code: string): string | undefined {
    const key = digest(code);
    const nonce = this.#nonces.get(key);
    this.#nonces.delete(key);
    return nonce;
  }
}

function digest(code: string): string {
  return createHash("sha256").update(code).digest("base64url");
}
