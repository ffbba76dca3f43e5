import type { ClientError } from "../core/errors.ts";
import { hidden, inspectAs } from "../core/printing.ts";
import type { Attempt } from "./authorization-endpoint.ts";
import type { AuthorizationCodeVerifier } from "./code-verifier.ts";
import type { AuthorizeOptions, Consent, ConsentPlace } from "./options.ts";
import type { RedirectMethod } from "./redirect/methods.ts";

export interface AuthorizeRequest extends Omit<AuthorizeOptions<Consent>, "redirect"> {
  /** The redirect methods to try, best first. */
  readonly methods: readonly RedirectMethod[];
}

/** A code, with a signal that may still revoke its tokens. */
export interface Authorized extends AfterReturn {
  readonly result: AuthorizationResultOf<Consent>;
}

export interface Asking {
  /** Cancels the request and closes its UI if possible. */
  readonly signal: AbortSignal;
  /** Called right before the player is asked. */
  readonly onAsked: () => void;
}

export type Granted = GrantedInBrowser | GrantedInDesktopClient;

export interface GrantedInBrowser extends AfterReturn {
  readonly place: "browser";
  readonly code: string;
  /** Repeated by the token request (RFC 6749 §4.1.3). */
  readonly redirectUri: string;
}

export interface AfterReturn {
  /**
   * Aborted with `start_link_reused`, possibly after the sign-in, if the browser's start link is opened a second time: the code
   * may belong to another person.
   */
  readonly reused?: AbortSignal | undefined;
  /** Shows the outcome of the code exchange on the player's page. */
  readonly report?: ((exchange: Promise<unknown>) => void) | undefined;
}

/** Consent without a redirect: the token request has no redirect URI. */
export interface GrantedInDesktopClient {
  readonly place: "desktop-client";
  readonly code: string;
}

/** Another place may be tried. */
export interface Unable {
  readonly unable: ClientError;
}

export interface ConsentMethod {
  readonly place: ConsentPlace;
  /**
   * @throws ClientError if the whole authorization ends: the player declined, the service rejected it, or the signal was aborted.
   */
  readonly ask: (attempt: Attempt, asking: Asking) => Promise<Granted | Unable>;
}

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
