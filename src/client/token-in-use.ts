import { ClientError, ErrorType, validationError } from "../errors.ts";
import type { Session } from "../session.ts";
import { ExpirationWatch, type FetchExpiry } from "../token/expiration-watch.ts";

const permissionsScope = "applications.commands.permissions.update";

/** Whose token the client uses: that of a session, one that was given to `UpdateToken`, or none. */
export class TokenInUse {
  readonly #expiration: ExpirationWatch;
  /** Given the token that the service has just refused, if it has. */
  #get: ((rejected: string | undefined) => Promise<string>) | undefined;
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
    this.#get = (rejected) => permissionsToken(session, rejected);
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

  /** @throws ClientError `not_signed_in` (ClientNotReady), and those of the session. */
  async token(rejected: string | undefined): Promise<string> {
    if (this.#get) return await this.#get(rejected);
    throw new ClientError({
      type: ErrorType.ClientNotReady,
      code: "not_signed_in",
      message: "The client has no token.",
      hint: "Call signIn or UpdateToken first.",
    });
  }
}

/** What a commands client asks for: a token that may edit permissions. */
async function permissionsToken(session: Session, rejected: string | undefined): Promise<string> {
  const { scopes } = session;
  if (scopes === "" || scopes.split(" ").includes(permissionsScope)) return session.accessToken({ rejected });
  throw validationError(
    "missing_scope",
    `Editing command permissions needs the scope ${permissionsScope}; the player has granted: ${scopes}.`,
    `Sign in again with ${permissionsScope} among the scopes, as a user who manages the guild and its roles.`,
  );
}
