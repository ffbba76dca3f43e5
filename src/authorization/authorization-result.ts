import { inspectAs } from "../inspect-as.ts";
import type { AuthorizationCodeVerifier } from "./code-verifier.ts";

/**
 * What `Authorize` ends with: a code, never a token. All of it goes to `GetToken`. The code can be read but is not
 * shown when this is printed.
 */
export class AuthorizationResult {
  static {
    inspectAs(this.prototype, ({ redirectUri, codeVerifier }) => ({ redirectUri, codeVerifier }));
  }
  readonly #code: string;
  /** The redirect URI of this attempt, port included: the token request must repeat it (RFC 6749 §4.1.3). */
  readonly redirectUri: string;
  /** The verifier that was made for this attempt; undefined when the arguments held a code challenge. */
  readonly codeVerifier: AuthorizationCodeVerifier | undefined;

  constructor(code: string, redirectUri: string, codeVerifier: AuthorizationCodeVerifier | undefined) {
    this.#code = code;
    this.redirectUri = redirectUri;
    this.codeVerifier = codeVerifier;
  }

  /** The authorization code: works once, for about a minute. A secret. */
  get code(): string {
    return this.#code;
  }
}
