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

/** Options of one authorization. */
export interface AuthorizeOptions<Asked extends Consent = "browser"> {
  /** Aborts the authorization at any time with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the authorization fails with `timeout`. Default 300000 (5 minutes). Error: `invalid_timeout`. */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether to query the authorize page before the browser starts (`prompt=none`), so an unknown application or an unregistered
   * redirect URI fails immediately with `page_refused`. Default: true if `apiBase` is not Discord's, whose page decides only in
   * the browser.
   */
  readonly preflight?: boolean | undefined;
  /**
   * Called with the authorize URL before the browser starts, so the game can show it. It contains the state: do not log it. The
   * browser opens a link that redirects to this URL, because other users can read command lines.
   */
  readonly onAuthorizeUrl?: ((url: string) => void) | undefined;
  /** Called with the reason for each redirect that does not belong to this attempt. The attempt continues. */
  readonly onIgnoredRedirect?: ((reason: IgnoredReason) => void) | undefined;
  /**
   * Called with a function that accepts the URL that the player copied from the browser, for a browser on another machine, which
   * cannot reach the redirect page.
   */
  readonly onManualRedirect?: ((submit: SubmitRedirect) => void) | undefined;
  /**
   * The redirect method. Default `auto`: loopback, then a custom scheme; the custom scheme first if `CustomSchemeParam` is set.
   * Errors: `invalid_redirect`, `invalid_consent` with the desktop client.
   */
  readonly redirect?: BrowserRedirect | "auto" | undefined;
  /**
   * Where the player gives consent. `browser` is the default. `desktop-client` asks in the service's client on this machine, over
   * its local socket, without a browser. `auto` uses the desktop client, or the browser if no client can ask. A player who
   * declines in the client is not asked again. A program can run one sign-in in the desktop client at a time.
   */
  readonly consent?: Asked | undefined;
  /**
   * Called right before the player is asked, with the place and, for `auto` in the browser, the reason why the desktop client was
   * not used.
   */
  readonly onConsent?: ((notice: ConsentNotice) => void) | undefined;
}

export interface AuthorizeRequest extends AuthorizeOptions<Consent> {
  /** The redirect methods to try, if already chosen. */
  readonly methods?: readonly RedirectMethod[] | undefined;
}

/** A code, with a signal that may still revoke its tokens. */
export interface Authorized extends AfterReturn {
  readonly result: AuthorizationResultOf<Consent>;
}

/** One implementation uses HTTP; another can use the vendor's library. */
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
  /** In milliseconds since 1970. */
  fetchExpiry(token: string, signal?: AbortSignal): Promise<number>;
}
