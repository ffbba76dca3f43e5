import { isClientError } from "../core/errors.ts";
import type { AfterReturn } from "./consent.ts";
import { lazyCrypto } from "./code-verifier.ts";

/** How many attempts are remembered for the exchange of their codes; older ones are forgotten. */
const limit = 16;

/** The facts of an attempt that the check of its token response needs. */
export interface KnownAttempt extends AfterReturn {
  /** For an answer that names no scopes (RFC 6749 §5.1). */
  readonly scopes: string;
  /** The nonce that the ID token must hold; undefined for none (OpenID Connect Core §3.1.3.7). */
  readonly nonce: string | undefined;
  /** The redirect URI that the token request must repeat; undefined for a code of the desktop client. */
  readonly redirectUri: string | undefined;
}

/** Which code came from which attempt of this client. */
export class AttemptMemory {
  readonly #attempts = new Map<string, KnownAttempt>();

  remember(code: string, { scopes, nonce, redirectUri, reused, tell }: KnownAttempt): void {
    this.#attempts.set(digest(code), { scopes, nonce, redirectUri, reused, tell });
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > limit && oldest !== undefined) this.#attempts.delete(oldest);
  }

  /** The attempt that `code` came from; undefined when it was made elsewhere, or is forgotten. */
  find(code: string): KnownAttempt | undefined {
    return this.#attempts.get(digest(code));
  }

  /** Marks the code as exchanged: its nonce is not accepted a second time. */
  useUp(code: string): void {
    const key = digest(code);
    const attempt = this.#attempts.get(key);
    if (attempt) this.#attempts.set(key, { ...attempt, nonce: undefined });
  }
}

function digest(code: string): string {
  return lazyCrypto().createHash("sha256").update(code).digest("base64url");
}

/** Waits for the tokens, and tells the player's page how that ended. */
export async function tellingPage<T>(exchange: Promise<T>, tell: KnownAttempt["tell"]): Promise<T> {
  try {
    const tokens = await exchange;
    tell?.();
    return tokens;
  } catch (error) {
    if (isClientError(error)) tell?.(error);
    throw error;
  }
}
