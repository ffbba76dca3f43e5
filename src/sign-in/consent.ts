import { type ClientError, validationError } from "../core/errors.ts";
import type { RedirectMethod } from "./redirect/methods.ts";
import type { CheckedAuthorization } from "./arguments.ts";

/** The programs that can ask a player. */
export type ConsentPlace = "browser" | "desktop-client";

/** The program that asks the player, as the game chooses it. */
export type Consent = ConsentPlace | "auto";

export const consents: readonly Consent[] = ["browser", "desktop-client", "auto"];

/** The player's question, complete and checked (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface ConsentRequest extends Omit<
  CheckedAuthorization,
  "state" | "codeChallenge" | "scheme" | "namesScheme"
> {
  /** A secret. */
  readonly state: string;
  /** S256. */
  readonly codeChallenge: string;
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

export interface GrantedInBrowser extends AfterReturn {
  readonly place: "browser";
  readonly code: string;
  /** The token request has to repeat it (RFC 6749 §4.1.3). */
  readonly redirectUri: string;
}

/** The work that goes on after the player is back from the browser. */
export interface AfterReturn {
  /**
   * Aborted, possibly after the sign-in, when the link that the browser was started on is opened a second time: the code may
   * be another person's. Its reason is `start_link_reused`.
   */
  readonly reused?: AbortSignal | undefined;
  /** Tells the page that the player looks at how the exchange of the code ended; the page waits for that a while. */
  readonly tell?: ((problem?: ClientError) => void) | undefined;
}

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

/** Says where the player is asked. */
export interface ConsentNotice {
  /** The place: the browser, or Discord's desktop client. */
  readonly consent: ConsentPlace;
  /** With `auto`, when the browser is used: why the desktop client cannot ask the player. */
  readonly instead?: ClientError | undefined;
}

/**
 * Refuses options that cannot be combined: the desktop client answers over its socket, without a redirect.
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
