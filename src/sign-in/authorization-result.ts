import type { AuthorizationCodeVerifier } from "./code-verifier.ts";
import { hidden, inspectAs } from "../core/printing.ts";

/** The redirect URI that goes with a code, by where the player was asked. */
export interface RedirectUris {
  /** Loopback address, port included, or the address of the custom scheme. */
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
  /** The place of the consent page. */
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
