import type { SchemeName } from "./redirect/custom-scheme-name.ts";
import type { BrowserRedirect, RedirectMethod } from "./redirect/methods.ts";
import type { SubmitRedirect } from "./redirect/manual.ts";
import type { IgnoredReason } from "./redirect/receiver.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { ChildTokenResult } from "../tokens/provisional.ts";
import type { ExternalAuth } from "../tokens/external-auth.ts";
import type { CurrentUser } from "../tokens/current-user.ts";
import type { DeviceRequest } from "../tokens/device.ts";
import type { CodeExchange } from "../tokens/grants.ts";
import type { TokenRefreshRequest } from "../tokens/own-server.ts";
import type { TokenResult } from "../tokens/token-set.ts";
import type { ClientError } from "../core/errors.ts";
import type { AuthorizationCodeVerifier } from "./code-verifier.ts";
import { hidden, inspectAs } from "../core/inspect-as.ts";

/** How one authorization runs. */
export interface AuthorizeOptions<Asked extends Consent = "browser"> {
  /** Ends the authorization in any phase. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the player must be back. Default 300000 (5 minutes). */
  readonly timeoutMs?: number | undefined;
  /**
   * Called with the authorize URL before the browser is started, so that the game can show it. It holds the state: do not
   * log it. The browser is started on a link that forwards to it, since command lines can be read by others.
   */
  readonly onAuthorizeUrl?: ((url: string) => void) | undefined;
  /** Called for each redirect that did not belong to this attempt; the attempt goes on. */
  readonly onIgnoredRedirect?: ((reason: IgnoredReason) => void) | undefined;
  /**
   * Called with a function that takes the address which the player copied from the browser: for players whose browser
   * runs on another machine, where the page of the redirect cannot be reached.
   */
  readonly onManualRedirect?: ((submit: SubmitRedirect) => void) | undefined;
  /**
   * How the player comes back. Default `auto`: loopback, then a custom scheme; first a custom scheme where
   * `CustomSchemeParam` names one.
   */
  readonly redirect?: BrowserRedirect | "auto" | undefined;
  /**
   * Where the player is asked. `browser`, the default; `desktop-client`: in the service's client that runs on this machine,
   * over its local socket, without a browser; `auto`: there, or in the browser where no such client is able to ask. A player
   * who says no there is not asked again. One sign-in of a program asks there at a time.
   */
  readonly consent?: Asked | undefined;
  /** Called right before the player is asked: where, and with `auto` why it is the browser instead of the desktop client. */
  readonly onConsent?: ((notice: ConsentNotice) => void) | undefined;
}

/** The arguments of an authorization, checked and frozen; later stages do not check them again. */
export interface CheckedAuthorization {
  readonly applicationId: Snowflake;
  /** Separated by single spaces; at least one. */
  readonly scopes: string;
  /** Undefined: a random one is made for each attempt. */
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  /** S256. Undefined: a verifier is made for each attempt, and handed back with the code. */
  readonly codeChallenge: string | undefined;
  readonly integrationType: IntegrationType | undefined;
  /** The scheme of a custom-scheme redirect: the given one, else `discord-<applicationId>`. */
  readonly scheme: SchemeName;
  /** Whether the game named that scheme. */
  readonly namesScheme: boolean;
}

/** The options of one authorization as a backend gets them. */
export interface AuthorizeRequest extends AuthorizeOptions<Consent> {
  /** The ways back to try, where they are chosen already. */
  readonly methods?: readonly RedirectMethod[] | undefined;
}

/** A code, and the signal that may still revoke what it was exchanged for. */
export interface Authorized {
  readonly result: AuthorizationResultOf<Consent>;
  /**
   * Aborted, possibly after the sign-in, when the link that the browser was started on is opened a second time: the code may
   * be another person's. Its reason is `start_link_reused`.
   */
  readonly reused?: AbortSignal | undefined;
}

/**
 * The operations that `Client` delegates. One implementation uses HTTP; another one may use the vendor's own library.
 */
export interface Backend {
  authorize(authorization: CheckedAuthorization, options: AuthorizeRequest): Promise<Authorized>;
  getToken(exchange: CodeExchange, signal?: AbortSignal): Promise<TokenResult>;
  getTokenFromDevice(request: DeviceRequest, signal?: AbortSignal): Promise<TokenResult>;
  refreshToken(request: TokenRefreshRequest): Promise<TokenResult>;
  revokeToken(applicationId: Snowflake, token: string, signal?: AbortSignal): Promise<void>;
  exchangeChildToken(
    parentToken: string,
    childApplicationId: Snowflake,
    signal?: AbortSignal,
  ): Promise<ChildTokenResult>;
  getProvisionalToken(
    applicationId: Snowflake,
    external: ExternalAuth,
    signal?: AbortSignal,
  ): Promise<TokenResult>;
  unmergeIntoProvisionalAccount(
    applicationId: Snowflake,
    external: ExternalAuth,
    signal?: AbortSignal,
  ): Promise<void>;
  fetchCurrentUser(token: string, signal?: AbortSignal): Promise<CurrentUser>;
  /** When an access token ends, in milliseconds since 1970. */
  fetchExpiry(token: string, signal?: AbortSignal): Promise<number>;
}

/** The result of `Authorize` for each value of `consent`; `auto` may give either kind. */
export type AuthorizationResultOf<Wanted extends keyof RedirectUris | "auto"> =
  Wanted extends keyof RedirectUris
    ? AuthorizationResult<Wanted>
    : AuthorizationResult | AuthorizationResult<"desktop-client">;

/** How the application is installed (Discord Social SDK, `IntegrationType`). */
export const IntegrationType = {
  /** Installed to a guild. */
  GuildInstall: 0,
  /** Installed to a user. */
  UserInstall: 1,
} as const;

export type IntegrationType = (typeof IntegrationType)[keyof typeof IntegrationType];

/** Where a game wants its player to be asked. */
export type Consent = ConsentPlace | "auto";

/** Says where the player is asked. */
export interface ConsentNotice {
  readonly consent: ConsentPlace;
  /** With `auto`, when the browser is used: why the desktop client cannot ask the player. */
  readonly instead?: ClientError | undefined;
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

/** Where a player can be asked. */
export type ConsentPlace = "browser" | "desktop-client";
