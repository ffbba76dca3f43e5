import { ClientError, ErrorType } from "./errors.ts";
import type { TokenSet } from "./token/token-set.ts";

/** A token is replaced this long before it ends, so that none dies on its way to the service. */
const marginMs = 60_000;

/** What a session does when its tokens change hands. */
export interface SessionLinks {
  /** Asks the service for a new pair; the old one is dead afterwards. */
  refresh(tokens: TokenSet): Promise<TokenSet>;
  /** Keeps the new pair before anybody uses it. */
  persist(tokens: TokenSet): Promise<void>;
}

/** A signed-in player. Prints nothing secret. */
export class Session {
  readonly #links: SessionLinks;
  #tokens: TokenSet;
  #refreshing: Promise<TokenSet> | undefined;

  /** @internal Made by `Client.signIn`. */
  constructor(tokens: TokenSet, links: SessionLinks) {
    this.#tokens = tokens;
    this.#links = links;
  }

  /** The scopes that the player granted, separated by spaces. */
  get scopes(): string {
    return this.#tokens.scopes;
  }

  /** When the current access token ends; undefined when the service does not say. */
  get expiresAt(): Date | undefined {
    return this.#tokens.expiresAt === undefined ? undefined : new Date(this.#tokens.expiresAt);
  }

  /**
   * An access token that is valid now, refreshed and kept first where that is needed; however many callers ask, one
   * refresh is sent.
   *
   * @throws ClientError `session_ended` when the tokens are over and cannot be renewed, or the error of the refresh.
   */
  async accessToken(): Promise<string> {
    const { expiresAt } = this.#tokens;
    if (expiresAt === undefined || expiresAt - marginMs > Date.now()) return this.#tokens.accessToken;
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return (await this.#refreshing).accessToken;
  }

  /** @internal */
  tokens(): TokenSet {
    return this.#tokens;
  }

  async #refresh(): Promise<TokenSet> {
    if (this.#tokens.refreshToken === undefined) throw sessionEnded();
    this.#tokens = await this.#links.refresh(this.#tokens);
    await this.#links.persist(this.#tokens);
    return this.#tokens;
  }
}

function sessionEnded(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "session_ended",
    message: "The access token has ended and came without a refresh token.",
    hint: "Call signIn again.",
  });
}
