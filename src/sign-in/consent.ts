import type { ClientError } from "../core/errors.ts";
import type { ConsentPlace, Consent } from "./backend.ts";

/** What the player is asked, complete and checked (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface ConsentRequest {
  readonly applicationId: string;
  /** Separated by single spaces. */
  readonly scopes: string;
  /** A secret. */
  readonly state: string;
  /** S256. */
  readonly codeChallenge: string;
  readonly nonce: string | undefined;
  readonly integrationType: number | undefined;
}

/** How one consent request runs. */
export interface Asking {
  /** Cancels the request and closes its UI if possible. */
  readonly signal: AbortSignal;
  /** Called right before the player sees something. */
  readonly onAsked: () => void;
}

/** The player has said yes. */
export type Granted = GrantedInBrowser | GrantedInDesktopClient;

/** Granted without a redirect: the token request has no redirect URI. */
export interface GrantedInDesktopClient {
  readonly place: "desktop-client";
  readonly code: string;
}

/** The player cannot be asked, or cannot answer, in this place: another one may be tried. */
export interface Unable {
  readonly unable: ClientError;
}

/** One way to ask the player. */
export interface ConsentWay {
  readonly place: ConsentPlace;
  /**
   * Asks once.
   *
   * @throws ClientError what ends the whole authorization: the player's "no" before all, the service's refusal, and the
   *   reason of the signal.
   */
  readonly ask: (request: ConsentRequest, asking: Asking) => Promise<Granted | Unable>;
}

export interface GrantedInBrowser {
  readonly place: "browser";
  readonly code: string;
  /** What the token request has to repeat (RFC 6749 §4.1.3). */
  readonly redirectUri: string;
  /** Aborted, possibly after the sign-in, when another person may have signed in; its reason is the error. */
  readonly reused?: AbortSignal | undefined;
}

export const consents: readonly Consent[] = ["browser", "desktop-client", "auto"];
