import { isClientError } from "../core/errors.ts";
import type { AfterReturn } from "./consent.ts";
import { lazyCrypto } from "./code-verifier.ts";

const limit = 16;

export interface KnownAttempt extends AfterReturn {
  /** Used if the response has no scopes (RFC 6749 §5.1). */
  readonly scopes: string;
  /** `undefined` for none (OpenID Connect Core §3.1.3.7). */
  readonly nonce: string | undefined;
  /** `undefined` for a code of the desktop client. */
  readonly redirectUri: string | undefined;
}

export class AttemptMemory {
  readonly #attempts = new Map<string, KnownAttempt>();

  remember(code: string, { scopes, nonce, redirectUri, reused, tell }: KnownAttempt): void {
    this.#attempts.set(digest(code), { scopes, nonce, redirectUri, reused, tell });
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > limit && oldest !== undefined) this.#attempts.delete(oldest);
  }

  find(code: string): KnownAttempt | undefined {
    return this.#attempts.get(digest(code));
  }

  /** Its nonce is not accepted again. */
  useUp(code: string): void {
    const key = digest(code);
    const attempt = this.#attempts.get(key);
    if (attempt) this.#attempts.set(key, { ...attempt, nonce: undefined });
  }
}

function digest(code: string): string {
  return lazyCrypto().createHash("sha256").update(code).digest("base64url");
}

/** Reports the outcome to the player's page. */
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
