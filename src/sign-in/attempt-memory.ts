import { lateCrypto } from "./code-verifier.ts";

/** Attempts whose code may still be exchanged; older ones are forgotten. */
const limit = 16;

/** What an attempt asked for, as far as the answer to its code has to be read by it. */
export interface KnownAttempt {
  /** For an answer that names no scopes (RFC 6749 §5.1). */
  readonly scopes: string;
  /** What the ID token has to hold; undefined for none (OpenID Connect Core §3.1.3.7). */
  readonly nonce: string | undefined;
  /** What the token request has to repeat; undefined where the player was asked in the desktop client. */
  readonly redirectUri: string | undefined;
  /** Aborted when somebody else may have signed in: its reason says why. */
  readonly reused?: AbortSignal | undefined;
}

/** Which code came from which attempt of this client. */
export class AttemptMemory {
  readonly #attempts = new Map<string, KnownAttempt>();

  remember(code: string, { scopes, nonce, redirectUri, reused }: KnownAttempt): void {
    this.#attempts.set(digest(code), { scopes, nonce, redirectUri, reused });
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > limit && oldest !== undefined) this.#attempts.delete(oldest);
  }

  /** The attempt that `code` came from; undefined when it was made elsewhere, or is forgotten. */
  find(code: string): KnownAttempt | undefined {
    return this.#attempts.get(digest(code));
  }

  /** Its tokens have come: the same ID token is not taken a second time. */
  useUp(code: string): void {
    const key = digest(code);
    const attempt = this.#attempts.get(key);
    if (attempt) this.#attempts.set(key, { ...attempt, nonce: undefined });
  }
}

function digest(code: string): string {
  return lateCrypto().createHash("sha256").update(code).digest("base64url");
}
