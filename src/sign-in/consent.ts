import type { ClientError } from "../core/errors.ts";
import type { Attempt } from "./authorization-endpoint.ts";
import type { AuthorizeOptions, Consent, ConsentProvider } from "./options.ts";
import type { RedirectMethod } from "./redirect/methods.ts";

export interface AuthorizeRequest extends Omit<AuthorizeOptions<Consent>, "redirect"> {
  /** The redirect methods to try, best first. */
  readonly methods: readonly RedirectMethod[];
}

export interface Asking {
  /** Cancels the request and closes its UI if possible. */
  readonly signal: AbortSignal;
  /** Called right before the player is asked. */
  readonly onPrompted: () => void;
}

export type Granted = GrantedInBrowser | GrantedInDesktopClient;

export interface GrantedInBrowser extends AfterReturn {
  readonly provider: "browser";
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
  readonly provider: "desktop-client";
  readonly code: string;
}

/** Another place may be tried. */
export interface Unable {
  readonly unable: ClientError;
}

export interface ConsentMethod {
  readonly provider: ConsentProvider;
  /**
   * @throws ClientError if the whole authorization ends: the player declined, the service rejected it, or the signal was aborted.
   */
  readonly ask: (attempt: Attempt, asking: Asking) => Promise<Granted | Unable>;
}
