import { lazyCrypto, type AuthorizationCodeVerifier } from "./code-verifier.ts";
import { hidden, inspectAs } from "../core/inspect-as.ts";

/** How many attempts are remembered for the exchange of their codes; older ones are forgotten. */
const limit = 16;

/** What has to be known of an attempt to check the token response for its code. */
export interface KnownAttempt {
  /** For an answer that names no scopes (RFC 6749 §5.1). */
  readonly scopes: string;
  /** What the ID token has to hold; undefined for none (OpenID Connect Core §3.1.3.7). */
  readonly nonce: string | undefined;
  /** The redirect URI that the token request must repeat; undefined for a code of the desktop client. */
  readonly redirectUri: string | undefined;
  /** Aborted when another person may have signed in; its reason is the error. */
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

/** The redirect URI that goes with a code, by where the player was asked. */
export interface RedirectUris {
  readonly browser: string;
  /** The desktop client answers without a redirect. */
  readonly "desktop-client": undefined;
}

/**
 * What `Authorize` ends with: a code, never a token. All of it goes to `GetToken`. The code can be read but is not
 * shown when this is printed.
 */
export class AuthorizationResult<Asked extends keyof RedirectUris = "browser"> {
  static {
    inspectAs(this.prototype, ({ consent, redirectUri, codeVerifier }) => ({
      code: hidden,
      consent,
      redirectUri,
      codeVerifier,
    }));
  }
  readonly #code: string;
  /** Where the player was asked. */
  readonly consent: Asked;
  /**
   * The redirect URI of this attempt, port included: the token request must repeat it (RFC 6749 §4.1.3). Undefined where the
   * player was asked in the desktop client: then the token request has none.
   */
  readonly redirectUri: RedirectUris[Asked];
  /** The verifier that was made for this attempt; undefined when the arguments held a code challenge. */
  readonly codeVerifier: AuthorizationCodeVerifier | undefined;

  constructor(
    consent: Asked,
    code: string,
    redirectUri: RedirectUris[Asked],
    codeVerifier: AuthorizationCodeVerifier | undefined,
  ) {
    this.#code = code;
    this.consent = consent;
    this.redirectUri = redirectUri;
    this.codeVerifier = codeVerifier;
  }

  /** The authorization code: works once, for about a minute. A secret. */
  get code(): string {
    return this.#code;
  }
}

/** The result of `Authorize` for each value of `consent`; `auto` may give either kind. */
export type AuthorizationResultOf<Wanted extends keyof RedirectUris | "auto"> =
  Wanted extends keyof RedirectUris
    ? AuthorizationResult<Wanted>
    : AuthorizationResult | AuthorizationResult<"desktop-client">;
