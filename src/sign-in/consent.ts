import { type ClientError, validationError } from "../core/errors.ts";
import type { RedirectMethod } from "./redirect/methods.ts";
import type { CheckedAuthorization } from "./arguments.ts";

/** Programs that can ask for consent. */
export type ConsentPlace = "browser" | "desktop-client";

/** The game's choice of {@link ConsentPlace}. */
export type Consent = ConsentPlace | "auto";

export const consents: readonly Consent[] = ["browser", "desktop-client", "auto"];

export interface ConsentRequest extends Omit<
  CheckedAuthorization,
  "state" | "codeChallenge" | "scheme" | "namesScheme"
> {
  /** A secret. */
  readonly state: string;
  /** S256. */
  readonly codeChallenge: string;
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
  /** Reports the outcome of the code exchange to the player's page. */
  readonly tell?: ((problem?: ClientError) => void) | undefined;
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

export interface ConsentWay {
  readonly place: ConsentPlace;
  /**
   * @throws ClientError if the whole authorization ends: the player declined, the service rejected it, or the signal was aborted.
   */
  readonly ask: (request: ConsentRequest, asking: Asking) => Promise<Granted | Unable>;
}

/** Reports where the player is asked. */
export interface ConsentNotice {
  /** The browser, or Discord's desktop client. */
  readonly consent: ConsentPlace;
  /** With `auto` in the browser: the reason why the desktop client cannot ask. */
  readonly instead?: ClientError | undefined;
}

/**
 * The desktop client responds on its socket, without a redirect.
 *
 * @throws ClientError `invalid_consent` (ValidationError).
 */
export function checkConsent(
  consent: Consent | undefined,
  redirect: RedirectMethod | "auto" | undefined,
  { namesScheme }: Pick<CheckedAuthorization, "namesScheme">,
): void {
  if (consent !== "desktop-client") return;
  const other = redirect !== undefined && redirect !== "auto" ? `redirect: "${redirect}"` : undefined;
  const unwanted = other ?? (namesScheme ? "customSchemeParam" : undefined);
  if (unwanted === undefined) return;
  throw validationError(
    "invalid_consent",
    `consent: "desktop-client" and ${unwanted} cannot be used together: the desktop client answers on its own socket, without a redirect.`,
    `Leave out ${unwanted}, or pass consent: "auto", which uses it if the player is asked in the browser.`,
  );
}
