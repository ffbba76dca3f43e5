/** Why a request was ignored. The request is counted and reported, and the flow continues. @stable */
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

/** A flow's outcome, as shown on the player's page. `returned` means that it is not known yet. */
export type Outcome = "signed-in" | "returned" | "declined" | "failed";

export interface Ending {
  readonly outcome: Outcome;
  readonly problem?: Problem | undefined;
}

/** A message and a hint, as in the library's errors. */
export interface Problem {
  readonly message: string;
  readonly hint?: string | undefined;
}

export type Judgement<Answer> =
  | { readonly answer: Answer; readonly ending: Promise<Ending> }
  | { readonly ignored: IgnoredReason };

/** Decides whether a redirect is accepted. The first accepted one completes the flow. */
export type Judge<Answer> = (parameters: URLSearchParams) => Judgement<Answer>;

/** Disposal ends the flow. The page may stay available for a while. */
export interface RedirectReceiver extends AsyncDisposable {
  /** The token request repeats it (RFC 6749 §4.1.3). */
  readonly redirectUri: string;
  /** @param onIgnored - Called for each request that `judge` does not accept. */
  receive<Answer>(judge: Judge<Answer>, options: ReceiveOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface ReceiveOptions {
  readonly signal: AbortSignal;
  readonly onIgnored: (reason: IgnoredReason) => void;
}
