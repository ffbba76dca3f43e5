import { type CallOptions, readCallOptions } from "../core/request/transport.ts";
import { ClientError, ErrorType, isClientError, validationError } from "../core/errors.ts";
import { textOfError } from "../core/check/callback.ts";
import { fields } from "../core/check/fields.ts";
import { abortSignal, optional, secondsOf, textOf } from "../core/check/readers.ts";
import { onAbort } from "../core/request/abort.ts";
import { hidden, hiddenIf, inspectAs } from "../core/printing.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import type { TokenStore } from "../store/token-store.ts";
import { CurrentUser } from "./player.ts";
import { FreshnessWatch } from "./freshness.ts";
import { SessionEndedEvent, SessionEventTarget, SessionRenewedEvent } from "./session-events.ts";
import { type TokenResult, formatRecord, parseRecord, refreshedSet, type TokenSet } from "./token-set.ts";

/** How long another process may take for its refresh: longer than any request of ours takes. */
const lockPatienceMs = 60_000;
/** Milliseconds until a failed store is tried again: each try may show the player a dialog. */
const storePauseMs = 60_000;

const longestValiditySeconds = 365 * 24 * 60 * 60;

/** Milliseconds that a sign-in waits for the player's name. */
const playerPatienceMs = 3_000;

/** Scopes with which the service tells who a token belongs to. */
const identifying: ReadonlySet<string> = new Set([
  "identify",
  "sdk.social_layer",
  "sdk.social_layer_presence",
]);

function tellsPlayer(scopes: string): boolean {
  return scopes.split(" ").some((scope) => identifying.has(scope));
}

/** The life of the client that a session belongs to. */
export interface SessionLife {
  /** Runs `work` until it ends, its caller aborts it, or the client is closed; the signal tells `work`. */
  run<T>(
    operation: { readonly name: string; readonly signal?: AbortSignal | undefined },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
}

/** The result of a refresh. */
interface RefreshedTokens {
  readonly refreshToken: string;
  /** The access token, when the service no longer takes it. */
  readonly rejected: string | undefined;
}

/** The parts that a session works with. */
export interface SessionLinks {
  readonly life: SessionLife;
  readonly store: TokenStore;
  /** The name of the record in the store. */
  readonly account: string;
  /** Base of the addresses of pictures at another service than the real one. */
  readonly images: string | undefined;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Asks the service for a new pair, unless the client is closed before; the old one is dead afterwards. */
  refresh(old: RefreshedTokens, closing: AbortSignal): Promise<TokenResult>;
  /** Ends every token of the player. */
  revoke(token: string, signal: AbortSignal | undefined): Promise<void>;
  /** Asks the service whom a token belongs to. */
  fetchUser(token: string, signal: AbortSignal): Promise<CurrentUser>;
  /**
   * Called when the player has signed out of `session`.
   *
   * @param isDeleted - whether the store has deleted its tokens.
   */
  signedOut(session: Session, isDeleted: boolean): Promise<void>;
}

/** The options of {@link Session.accessToken}. */
export interface AccessTokenOptions extends CallOptions {
  /** A token that the service has just answered with 401: another one is returned, refreshed unless that has happened already. */
  readonly rejected?: string | undefined;
  /**
   * Seconds that the token must still be valid, for example for a call that takes long; a token with less is renewed. Default: a
   * tenth of its life, or the rest of it where it cannot be renewed now. Error: `invalid_argument`, also for more than this session's
   * tokens live, or for a token that cannot be renewed.
   */
  readonly minimumValidity?: number | undefined;
}

const readOptions = fields<AccessTokenOptions>({
  minimumValidity: optional(secondsOf(longestValiditySeconds)),
  rejected: optional(textOf()),
  signal: optional(abortSignal()),
});

/** The results of the two halves of signing out; an absent error means that the half succeeded. */
export interface SignOutReport {
  /** Why the service could not be told. The tokens are forgotten here all the same. */
  readonly revocationError?: ClientError;
  /** Why the store could not forget. */
  readonly storeError?: ClientError;
}

/**
 * A signed-in player. Printed, its tokens are `[hidden]`; as JSON it has the rest only. Its events are `renewed` and `ended`
 * ({@link SessionEvents}).
 */
export class Session extends SessionEventTarget {
  static {
    inspectAs(this.prototype, (session) => ({
      accessToken: hidden,
      refreshToken: hiddenIf(session.#tokens.refreshToken),
      player: session.player?.name,
      ...session.toJSON(),
      storeError: session.storeError,
    }));
  }
  readonly #links: SessionLinks;
  #tokens: TokenSet;
  #watch: FreshnessWatch;
  #checking: Promise<void> | undefined;
  #storeError: ClientError | undefined;
  #storeAgainAt = 0;
  #rejected: string | undefined;
  #ended = false;
  #endReason: ClientError | undefined;
  #closed = false;

  /** @internal Made by `Client.signIn`. */
  constructor(tokens: TokenSet, links: SessionLinks) {
    super((name, error) => this.#warn(`the ${name} failed: ${textOfError(error)}`));
    this.#links = links;
    this.#tokens = tokens;
    this.#watch = new FreshnessWatch(tokens);
    links.secrets.register(tokens.accessToken, tokens.refreshToken);
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
   * The player, as the service said when it was last asked: at the sign-in, and by {@link Session.user}. It is stored with the
   * tokens, so that a game can greet by name without a connection. Undefined where the scopes do not tell.
   */
  get player(): CurrentUser | undefined {
    return this.#tokens.player && new CurrentUser(this.#tokens.player, this.#links.images);
  }

  /**
   * Why the newest tokens could not be kept. Until that is over they are in memory only: the session works, and the player
   * signs in again at the next start. {@link Session.accessToken} tries again, once a minute.
   */
  get storeError(): ClientError | undefined {
    return this.#storeError;
  }

  /**
   * An access token that is valid now. The store is asked each time, since a refresh by another process ends the old token
   * (Discord Social SDK, `RefreshToken`). When a fifth of its life or less is left the token is refreshed and kept first;
   * one refresh is sent, however many callers and processes ask.
   *
   * @throws ClientError `session_ended` (AuthorizationFailed) when the tokens are over and cannot be renewed: sign in
   *   again. `start_link_reused` (AuthorizationFailed) when another person may have signed in: the tokens are revoked.
   *   `session_busy` (ClientNotReady), errors of the store, and those of {@link Client.RefreshToken}, when the
   *   token is over and could not be renewed now. `aborted`.
   *
   * @example
   * ```ts
   * import { isClientError, type Session } from "slashpass";
   *
   * // Undefined: show the button that signs the player in.
   * export async function tokenOf(session: Session): Promise<string | undefined> {
   *   try {
   *     return await session.accessToken();
   *   } catch (error) {
   *     if (isClientError(error) && error.code === "session_ended") return undefined;
   *     throw error;
   *   }
   * }
   * ```
   */
  async accessToken(options: AccessTokenOptions = {}): Promise<string> {
    const { rejected, minimumValidity = 0, signal } = readOptions(options, "options");
    return this.#links.life.run({ name: "Waiting for an access token", signal }, async () => {
      this.#rejected = rejected ?? this.#rejected;
      await this.#checkOnce();
      // A check that was already running did not know of the rejection.
      if (this.#tokens.accessToken === rejected) await this.#checkOnce();
      await this.#lengthen(minimumValidity * 1000);
      if (this.#ended) throw this.#endReason ?? sessionEnded();
      return this.#tokens.accessToken;
    });
  }

  /**
   * Who has signed in, as the service says now (Discord documentation, User, "Get Current User"). Needs the scope
   * `identify`, which the default scope sets include. A token that the service rejects is renewed once.
   *
   * @throws those of {@link Session.accessToken} and {@link Client.FetchCurrentUser}; HTTPError `missing_access` or
   *   `missing_scope` without the scope.
   */
  async user(options: CallOptions = {}): Promise<CurrentUser> {
    const { signal } = readCallOptions(options, "options");
    return this.#links.life.run({ name: "Fetching the current user", signal }, async (end) => {
      const user = await this.#fetchUser(end);
      if (this.#remember(user)) await failureOf(this.#exclusively(() => this.#persist(), end));
      return user;
    });
  }

  async #fetchUser(end: AbortSignal): Promise<CurrentUser> {
    const token = await this.accessToken({ signal: end });
    try {
      return await this.#links.fetchUser(token, end);
    } catch (error) {
      if (!isClientError(error) || error.status !== 401 || error.code === "missing_scope") throw error;
    }
    return this.#links.fetchUser(await this.accessToken({ rejected: token, signal: end }), end);
  }

  /** @returns whether the service says something new. */
  #remember({ id, username, globalName, avatar }: CurrentUser): boolean {
    const player = { id, username, globalName, avatar };
    if (JSON.stringify(player) === JSON.stringify(this.#tokens.player)) return false;
    this.#tokens = { ...this.#tokens, player };
    return true;
  }

  /** @internal Asks who has signed in, for {@link Session.player}. Without an answer the sign-in goes on. */
  async meetPlayer(signal: AbortSignal | undefined): Promise<void> {
    if (!tellsPlayer(this.scopes)) return;
    const patience = AbortSignal.timeout(playerPatienceMs);
    const end = signal ? AbortSignal.any([patience, signal]) : patience;
    try {
      this.#remember(await this.#links.fetchUser(this.#tokens.accessToken, end));
    } catch (error) {
      if (!isClientError(error)) throw error;
      this.#warn(`the player's name is not known: ${error.message}`);
    }
  }

  /** The session without its tokens. */
  toJSON(): {
    /** Granted scopes, separated by spaces. */
    scopes: string;
    /** End of the current access token. */
    expiresAt: Date | undefined;
  } {
    return { scopes: this.scopes, expiresAt: this.expiresAt };
  }

  /**
   * @internal Stores the tokens of a new session. If the store fails, they stay in memory.
   *
   * @param storeError - why the store cannot be used now; it is tried again later.
   */
  async keep(storeError?: ClientError, signal?: AbortSignal): Promise<void> {
    const lockError = storeError ?? (await failureOf(this.#exclusively(() => this.#persist(), signal)));
    if (lockError) this.#unkept(lockError);
  }

  /**
   * @internal Ends the session, now or later, when another person may have signed in.
   *
   * @param reused - see `Authorized`.
   * @throws the reason of `reused` when that is known already, as soon as the tokens are revoked and forgotten.
   */
  async endWhen(reused: AbortSignal | undefined): Promise<void> {
    if (!reused) return;
    if (!reused.aborted) return void onAbort(reused, () => void this.#endFor(reused.reason as ClientError));
    await this.#endFor(reused.reason as ClientError);
    throw reused.reason;
  }

  async #endFor(reason: ClientError): Promise<void> {
    if (this.#ended) return;
    this.#endReason = reason;
    this.#links.log(LoggingSeverity.Error, "session", `the session is revoked: ${reason.message}`);
    const { revocationError, storeError } = await this.end();
    for (const error of [revocationError, storeError])
      if (error) this.#warn(`it could not be ended everywhere: ${error.message}`);
  }

  /**
   * Signs this player out: revokes the tokens and deletes them here, each even if the other fails. Other accounts stay signed in.
   *
   * @param options - an abort ends the wait for the service, which may still accept the tokens then; they are deleted here anyway.
   * @returns the failures, if there are any.
   */
  async signOut(options: CallOptions = {}): Promise<SignOutReport> {
    const { signal } = readCallOptions(options, "options");
    return this.#links.life.run({ name: "Signing out", signal }, (end) => this.end(end));
  }

  /**
   * @internal {@link Session.signOut} inside another operation.
   *
   * @param signal - ends the wait for the service, and not the deletion.
   */
  async end(signal?: AbortSignal): Promise<SignOutReport> {
    this.#finish(this.#endReason);
    // A running refresh would write fresh tokens back.
    await this.#checking?.catch(() => undefined);
    const { store, account, secrets } = this.#links;
    let report: SignOutReport = {};
    const revokeAndForget = async (): Promise<void> => {
      const kept = this.#storeError ? undefined : await this.#read().catch(() => undefined);
      if (kept) this.#adopt(kept);
      const { refreshToken, accessToken } = this.#tokens;
      const revocationError = await failureOf(this.#links.revoke(refreshToken ?? accessToken, signal));
      if (!revocationError) secrets.replaceTokens(this.#tokens);
      const storeError = await failureOf(store.delete(account, (count) => this.#warnOfOthers(count)));
      report = { ...(revocationError && { revocationError }), ...(storeError && { storeError }) };
    };
    const lockError = await failureOf(this.#exclusively(revokeAndForget, signal));
    if (lockError) await revokeAndForget();
    await this.#links.signedOut(this, report.storeError === undefined);
    return report;
  }

  /**
   * Lets go of the session, for `await using`: it gives no token any more, and a renewal under way is brought to its end, so that its
   * tokens are kept. The player stays signed in: `restoreSession` of a {@link Client} gives the session again.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#checking?.catch(() => undefined);
  }

  /** Callers share one check, so that none of them can end it; the end of the client does. */
  async #checkOnce(): Promise<void> {
    if (this.#closed) throw closed();
    if (this.#ended) return;
    await (this.#checking ??= this.#run((closing) => this.#check(closing)));
  }

  /** Runs what may renew the tokens, and tells whether it has. */
  #run(work: (closing: AbortSignal) => Promise<void>): Promise<void> {
    const { accessToken } = this.#tokens;
    return this.#links.life.run({ name: "Waiting for an access token" }, work).finally(() => {
      this.#checking = undefined;
      if (this.#tokens.accessToken !== accessToken && !this.#ended)
        this.dispatchEvent(new SessionRenewedEvent(this.expiresAt));
    });
  }

  /** Renews a token that works, but not for so long. @throws ClientError as `minimumValidity` says, and those of a renewal. */
  async #lengthen(ms: number): Promise<void> {
    // A check that was already running did not know of this demand.
    while (this.#checking) await this.#checking;
    if (this.#ended || this.#watch.lasts(ms)) return;
    const { refreshToken, receivedAt, expiresAt = Number.POSITIVE_INFINITY } = this.#tokens;
    if (refreshToken === undefined || expiresAt - receivedAt < ms) throw tooLong(ms);
    this.#checking = this.#run((closing) =>
      this.#exclusively(() => this.#renew(closing, () => this.#watch.lasts(ms)), closing),
    );
    await this.#checking;
    if (!this.#ended && !this.#watch.lasts(ms)) throw tooLong(ms);
  }

  async #check(closing: AbortSignal): Promise<void> {
    const unkept = this.#storeError !== undefined;
    if (performance.now() >= this.#storeAgainAt)
      await (unkept ? this.keep(undefined, closing) : this.#lookIntoStore());
    if (this.#ended || this.#isGood()) return;
    closing.throwIfAborted();
    try {
      await this.#exclusively(() => this.#renew(closing, () => this.#isGood()), closing);
    } catch (error) {
      // A failure now may be gone before the token ends.
      if (!isClientError(error) || this.#ended || !this.#stillWorks()) throw error;
      this.#warn(`the token could not be renewed before it expires: ${error.message}`);
    }
  }

  /** A store that fails does not make a fresh token worse. */
  async #lookIntoStore(): Promise<void> {
    const error = await failureOf(this.#adoptKept());
    if (error) this.#leaveStoreAlone(`the store could not be read: ${error.message}`);
  }

  /** Runs inside the lock of the account: tokens that another process has stored meanwhile take precedence. */
  async #renew(closing: AbortSignal, isEnough: () => boolean): Promise<void> {
    if (!this.#storeError) await this.#adoptKept();
    if (this.#ended || isEnough()) return;
    closing.throwIfAborted();
    await this.#refresh(closing);
  }

  #isGood(): boolean {
    return this.#tokens.accessToken !== this.#rejected && this.#watch.now() === "fresh";
  }

  #stillWorks(): boolean {
    return this.#tokens.accessToken !== this.#rejected && this.#watch.now() !== "over";
  }

  async #adoptKept(): Promise<void> {
    const kept = await this.#read();
    if (!kept) return this.#over("the tokens are no longer in the store: the player signed out elsewhere");
    if (kept.accessToken !== this.#tokens.accessToken) this.#adopt(kept);
  }

  /** Once sent, it is brought to its end even when the client is closed: its answer holds the only tokens that live. */
  async #refresh(closing: AbortSignal): Promise<void> {
    const { refreshToken, accessToken } = this.#tokens;
    if (refreshToken === undefined) return this.#over("the access token came without a refresh token");
    let result: TokenResult;
    try {
      const rejected = accessToken === this.#rejected ? accessToken : undefined;
      result = await this.#links.refresh({ refreshToken, rejected }, closing);
    } catch (error) {
      if (isClientError(error) && error.code === "invalid_grant") return this.#refused(refreshToken);
      throw error;
    }
    this.#adopt(refreshedSet(this.#tokens, result, Date.now()));
    await this.#persist();
  }

  /** The service refused `refreshToken`. Only a record that still holds it may go. */
  async #refused(refreshToken: string): Promise<void> {
    const { store, account } = this.#links;
    const kept = await this.#read();
    if (kept && kept.refreshToken !== refreshToken) {
      this.#adopt(kept);
      if (this.#isGood()) return;
      throw sessionBusy("another process has changed the tokens meanwhile");
    }
    await store.delete(account);
    this.#over("the service refused the refresh token");
  }

  async #read(): Promise<TokenSet | undefined> {
    const record = await this.#links.store.get(this.#links.account);
    return record === undefined ? undefined : parseRecord(record);
  }

  /** If the store fails, new tokens stay in memory until it works: their predecessors are no longer valid. */
  async #persist(): Promise<void> {
    const { store, account } = this.#links;
    const error = await failureOf(store.set(account, formatRecord(this.#tokens)));
    // A process that has stored other tokens meanwhile asked the service later: its tokens are the valid ones.
    const failure = error?.code === "store_conflict" ? await failureOf(this.#adoptKept()) : error;
    if (failure) this.#unkept(failure);
    else this.#storeError = undefined;
  }

  #unkept(error: ClientError): void {
    this.#storeError = error;
    this.#leaveStoreAlone(`the tokens are in memory only: ${error.message}`);
  }

  #leaveStoreAlone(reason: string): void {
    this.#storeAgainAt = performance.now() + storePauseMs;
    this.#warn(reason);
  }

  #adopt(tokens: TokenSet): void {
    this.#links.secrets.replaceTokens(this.#tokens, tokens);
    this.#tokens = tokens;
    this.#watch = new FreshnessWatch(tokens);
  }

  /** Once. */
  #finish(reason: ClientError | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.dispatchEvent(new SessionEndedEvent(reason));
  }

  #over(reason: string): void {
    this.#finish(sessionEnded());
    this.#warn(`the session has ended: ${reason}`);
  }

  #warnOfOthers(count: number): void {
    this.#warn(
      `${count} keychain entries of other programs have the same name and were left: ${this.#links.account}`,
    );
  }

  #warn(text: string): void {
    this.#links.log(LoggingSeverity.Warning, "session", text);
  }

  async #exclusively(work: () => Promise<void>, closing: AbortSignal | undefined): Promise<void> {
    const patience = AbortSignal.timeout(lockPatienceMs);
    const signal = closing ? AbortSignal.any([patience, closing]) : patience;
    try {
      await this.#links.store.exclusively(this.#links.account, work, signal);
    } catch (error) {
      const failure = toClientError(error);
      throw patience.aborted && !closing?.aborted && failure.code === "aborted"
        ? sessionBusy("another process has held their lock for a minute")
        : failure;
    }
  }
}

function sessionEnded(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "session_ended",
    message:
      "The player is signed out: signOut was called, the stored tokens were deleted, or the service refused to renew the access token.",
    hint: "Call signIn again. A guest gets a new token from GetProvisionalToken.",
  });
}

function closed(): ClientError {
  return new ClientError({
    type: ErrorType.ClientDestroyed,
    code: "client_closed",
    message: "The session was let go of at the end of its `await using`.",
    hint: "Call restoreSession for another one.",
  });
}

function tooLong(ms: number): ClientError {
  return validationError(
    "invalid_argument",
    `options.minimumValidity is ${ms / 1000} seconds: no token of this session can be that long valid.`,
    "Ask for less, or leave it out for the token that there is.",
  );
}

function sessionBusy(reason: string): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "session_busy",
    message: `The tokens could not be renewed: ${reason}.`,
    hint: "Try again.",
    retryable: true,
  });
}

async function failureOf(work: Promise<unknown>): Promise<ClientError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return toClientError(error);
  }
}

/** An unknown error of a custom store may contain the record, so nothing of it is kept. */
export function toClientError(error: unknown): ClientError {
  if (isClientError(error)) return error;
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: "The token store threw an error.",
    hint: "To see the cause here, throw a ClientError in the store.",
  });
}
