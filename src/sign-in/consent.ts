import type { Attempt } from "./authorization-endpoint.ts";
import type { AuthorizeOptions, Consent, ConsentProvider, RedirectMethod } from "./options.ts";

export interface AuthorizeRequest extends Omit<AuthorizeOptions<Consent>, "redirect"> {
  readonly methods: readonly RedirectMethod[];
}

export interface Asking {
  /** Cancels the request and, if possible, closes its window. */
  readonly signal: AbortSignal;
  readonly onPrompted: () => void;
}

export interface Granted extends AfterReturn {
  readonly provider: ConsentProvider;
  readonly code: string;
  /** The token request repeats it (RFC 6749 §4.1.3). Only the browser has one. */
  readonly redirectUri?: string;
}

export interface AfterReturn {
  /**
   * Aborted with `start_link_reused` if the browser's start link is opened a second time, which may happen after the sign-in. The
   * code may then belong to another person.
   */
  readonly reused?: AbortSignal | undefined;
  /** Shows the outcome of the code exchange on the player's page. */
  readonly report?: ((exchange: Promise<unknown>) => void) | undefined;
}

export interface ConsentMethod {
  readonly provider: ConsentProvider;
  /**
   * @throws ClientError Disabled if the prompt cannot be shown here, in which case another method may work. Other types if the
   *   whole authorization ends: the player declined, the service rejected the request, or the signal was aborted.
   */
  readonly ask: (attempt: Attempt, asking: Asking) => Promise<Granted>;
}
