/** Why a request was not the awaited redirect. It is counted and reported, and the flow goes on. */
export type IgnoredReason =
  | "method"
  | "path"
  | "host"
  | "origin"
  | "prefetch"
  | "not_a_navigation"
  | "malformed"
  | "repeated_parameter"
  | "missing_state"
  | "wrong_state"
  | "not_a_redirect"
  | "not_waiting"
  | "other_user";

/** How an answered flow ended, as far as the page for the player is concerned; `returned` while nobody knows. */
export type Outcome = "signed-in" | "returned" | "declined" | "failed";

/** How a flow ended, and why. */
export interface Ending {
  readonly outcome: Outcome;
  readonly problem?: Problem | undefined;
}

/** The problem and the next step; an error of the library has both. */
export interface Problem {
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The flow's decision about one redirect. */
export type Judgement<Answer> =
  | { readonly answer: Answer; readonly ending: Promise<Ending> }
  | { readonly ignored: IgnoredReason };

/** Judges the parameters of a redirect; the first accepted redirect settles the flow. */
export type Judge<Answer> = (parameters: URLSearchParams) => Judgement<Answer>;

/**
 * A place where the browser can bring the player back to, open for one flow. Disposing of it ends the flow; the page that
 * the player sees may stay for a while.
 */
export interface RedirectReceiver extends AsyncDisposable {
  /** The redirect URI of the authorization request and, unchanged, of the token request (RFC 6749 §4.1.3). */
  readonly redirectUri: string;
  /**
   * Waits for the redirect that `judge` accepts.
   *
   * @param onIgnored - called for everything else that arrived meanwhile.
   * @throws the reason of `signal` when it aborts.
   */
  receive<Answer>(judge: Judge<Answer>, options: ReceiveOptions): Promise<Answer>;
  /** Stops listening at once; nothing is left behind. */
  close(): Promise<void>;
}

export interface ReceiveOptions {
  readonly signal: AbortSignal;
  readonly onIgnored: (reason: IgnoredReason) => void;
}
