import { ClientError, ErrorType, validationError } from "../core/errors.ts";
import type { Session } from "../tokens/session.ts";
import { ExpirationWatch, type FetchExpiry } from "../tokens/expiration-watch.ts";

/** What a token is for. */
export interface AskedToken {
  /** The token that the service has just refused, if it has. */
  readonly rejected: string | undefined;
  /** What the request needs. */
  readonly scope: string;
}

/** Whose token the client uses: that of a session, one that was given to `UpdateToken`, or none. */
export class TokenInUse {
  readonly #expiration: ExpirationWatch;
  #get: ((asked: AskedToken) => Promise<string>) | undefined;
  #session: Session | undefined;

  constructor(fetchExpiry: FetchExpiry) {
    this.#expiration = new ExpirationWatch(fetchExpiry);
  }

  get isThere(): boolean {
    return this.#get !== undefined;
  }

  setExpirationCallback(callback: () => void): void {
    this.#expiration.setCallback(callback);
  }

  /** Uses a bare token. The session of a player who is signed in stays, for `signOut`. */
  useToken(token: string): void {
    this.#get = () => Promise.resolve(token);
    this.#expiration.watch(token);
  }

  /** Uses the tokens of `session`, which renews them itself. */
  useSession(session: Session): void {
    this.#session = session;
    this.#get = (asked) => tokenOf(session, asked);
    this.#expiration.stop();
  }

  /** Uses none, if a player was signed in. Gives that session. */
  dropSession(): Session | undefined {
    const session = this.#session;
    if (session) this.drop();
    return session;
  }

  drop(): void {
    this.#session = undefined;
    this.#get = undefined;
    this.#expiration.stop();
  }

  /** @throws ClientError `not_signed_in` (ClientNotReady), `missing_scope` (ValidationError), and those of the session. */
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

/** A session knows its granted scopes: a missing one is reported before anything is sent. */
async function tokenOf(session: Session, { rejected, scope }: AskedToken): Promise<string> {
  const { scopes } = session;
  if (scopes === "" || scopes.split(" ").includes(scope)) return session.accessToken({ rejected });
  throw validationError(
    "missing_scope",
    `The call needs the scope ${scope}; the player has granted: ${scopes}.`,
    `Sign in again with ${scope} among the scopes.`,
  );
}
