import type { AuthorizationCodeVerifier } from "./code-verifier.ts";
import { hidden, inspectAs } from "../core/printing.ts";

/** The type of a code's redirect URI, by consent place. */
export interface RedirectUris {
  /** The loopback redirect URI with its port, or the redirect URI of the custom scheme. */
  readonly browser: string;
  /** The desktop client returns the code without a redirect. */
  readonly "desktop-client": undefined;
}

/**
 * The result of `Authorize`: a code, never a token. Pass all its fields to `GetToken`. The code can be read, but inspection hides
 * it.
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
  /** Where the player gave consent. */
  readonly consent: Asked;
  /**
   * The redirect URI of this attempt, with its port, which the token request must repeat (RFC 6749 §4.1.3). `undefined` for the
   * desktop client: the token request then has none.
   */
  readonly redirectUri: RedirectUris[Asked];
  /** The verifier of this attempt; `undefined` if the arguments contained a code challenge. */
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

  /** The authorization code: a secret that works once, for about a minute. */
  get code(): string {
    return this.#code;
  }
}

/** The result type of `Authorize` for each value of `consent`. `auto` may return either kind. */
export type AuthorizationResultOf<Wanted extends keyof RedirectUris | "auto"> =
  Wanted extends keyof RedirectUris
    ? AuthorizationResult<Wanted>
    : AuthorizationResult | AuthorizationResult<"desktop-client">;
