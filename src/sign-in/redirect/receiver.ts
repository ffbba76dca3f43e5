/** Why a request was ignored. It is counted and reported, and the flow continues. */
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

/** The outcome of a flow for the player's page; `returned` while it is unknown. */
export type Outcome = "signed-in" | "returned" | "declined" | "failed";

export interface Ending {
  readonly outcome: Outcome;
  readonly problem?: Problem | undefined;
}

/** An error and a hint, as in the library's errors. */
export interface Problem {
  readonly message: string;
  readonly hint?: string | undefined;
}

export type Judgement<Answer> =
  | { readonly answer: Answer; readonly ending: Promise<Ending> }
  | { readonly ignored: IgnoredReason };

/** The first accepted redirect settles the flow. */
export type Judge<Answer> = (parameters: URLSearchParams) => Judgement<Answer>;

/** Disposing of it ends the flow; the page may stay available for a while. */
export interface RedirectReceiver extends AsyncDisposable {
  /** Repeated by the token request (RFC 6749 §4.1.3). */
  readonly redirectUri: string;
  /**
   * @param onIgnored - called for all other requests.
   * @throws the reason of `signal`.
   */
  receive<Answer>(judge: Judge<Answer>, options: ReceiveOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface ReceiveOptions {
  readonly signal: AbortSignal;
  readonly onIgnored: (reason: IgnoredReason) => void;
}
