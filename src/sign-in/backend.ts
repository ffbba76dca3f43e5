import type { AuthorizationResultOf } from "./authorization-result.ts";
import type { AfterReturn, Consent, ConsentNotice } from "./consent.ts";
import type { BrowserRedirect, RedirectMethod } from "./redirect/methods.ts";
import type { SubmitRedirect } from "./redirect/manual.ts";
import type { IgnoredReason } from "./redirect/receiver.ts";
import type { ChildTokenRequest, ChildTokenResult, ProvisionalRequest } from "../tokens/provisional.ts";
import type { CurrentUser } from "../tokens/player.ts";
import type { DeviceRequest } from "../tokens/device.ts";
import type { CodeExchange, Revocation } from "../tokens/grants.ts";
import type { TokenRefreshRequest } from "../tokens/own-server.ts";
import type { TokenResult } from "../tokens/token-set.ts";
import type { CheckedAuthorization } from "./arguments.ts";

/** How one authorization runs. */
export interface AuthorizeOptions<Asked extends Consent = "browser"> {
  /** Ends the authorization in any phase; it then fails with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds until the player must be back; then it fails with `timeout`. Default 300000 (5 minutes). Error:
   * `invalid_timeout`.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether the authorize page is asked before the browser starts (`prompt=none`), so that an unknown application or a
   * redirect URI that is not registered fails at once with `page_refused`. Default: true where `apiBase` is not Discord's.
   * Discord's own page decides only in the browser.
   */
  readonly preflight?: boolean | undefined;
  /**
   * Called with the authorize URL before the browser is started, so that the game can show it. It holds the state: do not
   * log it. The browser is started on a link that forwards to it, since command lines can be read by others.
   */
  readonly onAuthorizeUrl?: ((url: string) => void) | undefined;
  /** Called with the reason for each redirect that did not belong to this attempt; the attempt goes on. */
  readonly onIgnoredRedirect?: ((reason: IgnoredReason) => void) | undefined;
  /**
   * Called with a function that takes the address which the player copied from the browser: for players whose browser
   * runs on another machine, where the page of the redirect cannot be reached.
   */
  readonly onManualRedirect?: ((submit: SubmitRedirect) => void) | undefined;
  /**
   * How the player comes back. Default `auto`: loopback, then a custom scheme; first a custom scheme where
   * `CustomSchemeParam` names one. Errors: `invalid_redirect`, `invalid_consent` with the desktop client.
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

/** The options of one authorization as a backend gets them. */
export interface AuthorizeRequest extends AuthorizeOptions<Consent> {
  /** The ways back to try, where they are chosen already. */
  readonly methods?: readonly RedirectMethod[] | undefined;
}

/** A code, and the signal that may still revoke its tokens. */
export interface Authorized extends AfterReturn {
  readonly result: AuthorizationResultOf<Consent>;
}

/** The operations that `Client` delegates. One implementation uses HTTP; another one may use the vendor's own library. */
export interface Backend {
  authorize(authorization: CheckedAuthorization, options: AuthorizeRequest): Promise<Authorized>;
  getToken(exchange: CodeExchange, signal?: AbortSignal): Promise<TokenResult>;
  getTokenFromDevice(request: DeviceRequest, signal?: AbortSignal): Promise<TokenResult>;
  refreshToken(request: TokenRefreshRequest): Promise<TokenResult>;
  revokeToken(revocation: Revocation, signal?: AbortSignal): Promise<void>;
  exchangeChildToken(child: ChildTokenRequest, signal?: AbortSignal): Promise<ChildTokenResult>;
  getProvisionalToken(request: ProvisionalRequest, signal?: AbortSignal): Promise<TokenResult>;
  unmergeIntoProvisionalAccount(request: ProvisionalRequest, signal?: AbortSignal): Promise<void>;
  fetchCurrentUser(token: string, signal?: AbortSignal): Promise<CurrentUser>;
  /** When an access token ends, in milliseconds since 1970. */
  fetchExpiry(token: string, signal?: AbortSignal): Promise<number>;
}
