import { ClientError, ErrorType, validationError, isClientError } from "../core/errors.ts";
import type { Session } from "../tokens/session.ts";
import { ExpirationWatch, type FetchExpiry } from "../tokens/expiration-watch.ts";
import { onAbort } from "../core/request/abort.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";

export interface AskedToken {
  readonly rejected: string | undefined;
  readonly scope: string;
}

/** A session's token, one passed to `UpdateToken`, or none. */
export class TokenInUse {
  readonly #expiration: ExpirationWatch;
  #get: ((asked: AskedToken) => Promise<string>) | undefined;
  #session: Session | undefined;
  #given: string | undefined;

  constructor(fetchExpiry: FetchExpiry) {
    this.#expiration = new ExpirationWatch(fetchExpiry);
  }

  get isThere(): boolean {
    return this.#get !== undefined;
  }

  setExpirationCallback(callback: () => void): void {
    this.#expiration.setCallback(callback);
  }

  /** Uses a bare token. An existing session is kept for `signOut`. */
  useToken(token: string): void {
    this.#given = token;
    this.#get = () => Promise.resolve(token);
    this.#expiration.watch(token);
  }

  useSession(session: Session): void {
    this.#session = session;
    this.#given = undefined;
    this.#get = (asked) => tokenOf(session, asked);
    this.#expiration.stop();
  }

  take(): { readonly session: Session | undefined; readonly token: string | undefined } {
    const used = { session: this.#session, token: this.#given };
    this.drop();
    return used;
  }

  leaveOther(session: Session | undefined): void {
    if (this.#session && this.#session !== session) this.release(this.#session);
  }

  release(session: Session): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    if (this.#given === undefined) this.drop();
  }

  drop(): void {
    this.#session = undefined;
    this.#given = undefined;
    this.#get = undefined;
    this.#expiration.stop();
  }

  /** @throws ClientError `not_signed_in` (ClientNotReady), `missing_scope` (ValidationError), and the errors of the session. */
  async token(asked: AskedToken): Promise<string> {
    if (this.#get) return await this.#get(asked);
    throw new ClientError({
      type: ErrorType.ClientNotReady,
      code: "not_signed_in",
      message: "The client has no token.",
      hint: "Call signIn or UpdateToken first.",
    });
  }
}

/** Checks the granted scopes before a request is sent. */
async function tokenOf(session: Session, { rejected, scope }: AskedToken): Promise<string> {
  const { scopes } = session;
  if (scopes === "" || scopes.split(" ").includes(scope)) return session.accessToken({ rejected });
  throw validationError(
    "missing_scope",
    `The call needs the scope ${scope}; the player has granted: ${scopes}.`,
    `Sign in again with ${scope} among the scopes.`,
  );
}

export interface RevocableTokens {
  readonly revoke: () => Promise<void>;
  readonly log: Log;
}

/**
 * Revokes the tokens if, now or later, `reused` reports that they may belong to another person.
 *
 * @param reused - See `Authorized`.
 * @throws The reason of `reused` if it is already aborted, after revoking the tokens.
 */
export async function revokeWhenReused(
  reused: AbortSignal | undefined,
  tokens: RevocableTokens,
): Promise<void> {
  if (!reused) return;
  if (!reused.aborted) return void onAbort(reused, () => void revoke(reused, tokens));
  await revoke(reused, tokens);
  throw reused.reason;
}

/** Failures are only logged, because the caller throws the reason for the revocation. */
async function revoke(reused: AbortSignal, { revoke: send, log }: RevocableTokens): Promise<void> {
  const { message } = reused.reason as ClientError;
  log(LoggingSeverity.Error, "sign-in", `the tokens are revoked: ${message}`);
  try {
    await send();
  } catch (error) {
    const reason = isClientError(error) ? error.message : "unknown";
    log(LoggingSeverity.Error, "sign-in", `they could not be revoked: ${reason}`);
  }
}
