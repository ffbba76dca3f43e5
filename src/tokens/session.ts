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

/** Longer than any request takes. */
const lockPatienceMs = 60_000;
/** Each attempt may show the player a dialog. */
const storePauseMs = 60_000;

const longestValiditySeconds = 365 * 24 * 60 * 60;

const playerPatienceMs = 3_000;

const identifying: ReadonlySet<string> = new Set([
  "identify",
  "sdk.social_layer",
  "sdk.social_layer_presence",
]);

function tellsPlayer(scopes: string): boolean {
  return scopes.split(" ").some((scope) => identifying.has(scope));
}

/** Binds a session to its client's lifetime. */
export interface SessionLife {
  /** Runs `work` until it settles, its caller aborts it, or the client is closed. The signal notifies `work`. */
  run<T>(
    operation: { readonly name: string; readonly signal?: AbortSignal | undefined },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
}

interface RefreshedTokens {
  readonly refreshToken: string;
  /** Set if the service rejected it. */
  readonly rejected: string | undefined;
}

/** Dependencies of a session. */
export interface SessionLinks {
  readonly life: SessionLife;
  readonly store: TokenStore;
  /** Name of the record in the store. */
  readonly account: string;
  /** Base URL of images, if the service is not Discord's. */
  readonly images: string | undefined;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Refreshes the tokens, which invalidates the old ones. Not sent if the client is closed before. */
  refresh(old: RefreshedTokens, closing: AbortSignal): Promise<TokenResult>;
  /** Revokes all tokens of the player. */
  revoke(token: string, signal: AbortSignal | undefined): Promise<void>;
  /** Fetches the user that a token belongs to. */
  fetchUser(token: string, signal: AbortSignal): Promise<CurrentUser>;
  /**
   * Called when the player has signed out of `session`.
   *
   * @param isDeleted - whether the tokens were deleted from the store.
   */
  signedOut(session: Session, isDeleted: boolean): Promise<void>;
}

/** Options of {@link Session.accessToken}. */
export interface AccessTokenOptions extends CallOptions {
  /** A token that the service rejected with 401. Another one is returned, refreshed if necessary. */
  readonly rejected?: string | undefined;
  /**
   * Seconds for which the token must remain valid, for example for a long call; otherwise it is renewed. Default: a tenth of its
   * lifetime, or less if it cannot be renewed now. Error: `invalid_argument`, also if it exceeds the lifetime of this session's
   * tokens, or if the token cannot be renewed.
   */
  readonly minimumValidity?: number | undefined;
}

const readOptions = fields<AccessTokenOptions>({
  minimumValidity: optional(secondsOf(longestValiditySeconds)),
  rejected: optional(textOf()),
  signal: optional(abortSignal()),
});

/** The result of a sign-out: the failure of each step, if any. */
export interface SignOutReport {
  /** Why revoking failed. The tokens are deleted here anyway. */
  readonly revocationError?: ClientError;
  /** Why deleting failed. */
  readonly storeError?: ClientError;
}

/**
 * A signed-in player. Inspection shows the tokens as `[hidden]`, and JSON omits them. Fires the events `renewed` and `ended`
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

  /** @internal Created by `Client.signIn`. */
  constructor(tokens: TokenSet, links: SessionLinks) {
    super((name, error) => this.#warn(`the ${name} failed: ${textOfError(error)}`));
    this.#links = links;
    this.#tokens = tokens;
    this.#watch = new FreshnessWatch(tokens);
    links.secrets.register(tokens.accessToken, tokens.refreshToken);
  }

  /** The granted scopes, separated by spaces. */
  get scopes(): string {
    return this.#tokens.scopes;
  }

  /** Expiry of the current access token; `undefined` if the service does not return it. */
  get expiresAt(): Date | undefined {
    return this.#tokens.expiresAt === undefined ? undefined : new Date(this.#tokens.expiresAt);
  }

  /**
   * The player as last fetched from the service, at the sign-in or by {@link Session.user}. Stored with the tokens, so a game can
   * greet the player by name while offline. `undefined` if the scopes do not allow fetching it.
   */
  get player(): CurrentUser | undefined {
    return this.#tokens.player && new CurrentUser(this.#tokens.player, this.#links.images);
  }

  /**
   * Why the newest tokens could not be stored. Until they are, they are in memory only: the session works, but after a restart
   * the player has to sign in again. {@link Session.accessToken} tries again, once a minute.
   */
  get storeError(): ClientError | undefined {
    return this.#storeError;
  }

  /**
   * Returns a valid access token. Reads the store each time, since a refresh by another process invalidates the old token
   * (Discord Social SDK, `RefreshToken`). If a fifth of its lifetime or less is left, the token is first refreshed and stored,
   * with one request for all callers and processes.
   *
   * @throws ClientError `session_ended` (AuthorizationFailed) if the tokens have expired and cannot be renewed: sign in again.
   *   `start_link_reused` (AuthorizationFailed) if another person may have signed in: the tokens are revoked. `session_busy`
   *   (ClientNotReady), errors of the store, and the errors of {@link Client.RefreshToken}, if the token has expired and could
   *   not be renewed now. `aborted`.
   *
   * @example
   * ```ts
   * import { isClientError, type Session } from "slashpass";
   *
   * // Returns undefined if the player has to sign in again.
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
      // Repeats a check that started before the rejection was known.
      if (this.#tokens.accessToken === rejected) await this.#checkOnce();
      await this.#lengthen(minimumValidity * 1000);
      if (this.#ended) throw this.#endReason ?? sessionEnded();
      return this.#tokens.accessToken;
    });
  }

  /**
   * Fetches the signed-in player (Discord documentation, User, "Get Current User"). Needs the scope `identify`, which the default
   * scope sets include. A token that the service rejects is renewed once.
   *
   * @throws the errors of {@link Session.accessToken} and {@link Client.FetchCurrentUser}; HTTPError `missing_access` or
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

  /** @returns whether the player's data has changed. */
  #remember({ id, username, globalName, avatar }: CurrentUser): boolean {
    const player = { id, username, globalName, avatar };
    if (JSON.stringify(player) === JSON.stringify(this.#tokens.player)) return false;
    this.#tokens = { ...this.#tokens, player };
    return true;
  }

  /** @internal Fetches {@link Session.player}. If that fails, the sign-in continues without it. */
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

  /** Returns the session without its tokens. */
  toJSON(): {
    /** Granted scopes, separated by spaces. */
    scopes: string;
    /** Expiry of the current access token. */
    expiresAt: Date | undefined;
  } {
    return { scopes: this.scopes, expiresAt: this.expiresAt };
  }

  /**
   * @internal Stores a new session's tokens. If the store fails, they stay in memory.
   *
   * @param storeError - why the store cannot be used now.
   */
  async keep(storeError?: ClientError, signal?: AbortSignal): Promise<void> {
    const lockError = storeError ?? (await failureOf(this.#exclusively(() => this.#persist(), signal)));
    if (lockError) this.#unkept(lockError);
  }

  /**
   * @internal Ends the session if another person may have signed in.
   *
   * @throws the reason of `reused` if it is already aborted.
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
   * @param options - an abort stops waiting for the service, which may still accept the tokens. They are deleted here anyway.
   * @returns the failures, if any.
   */
  async signOut(options: CallOptions = {}): Promise<SignOutReport> {
    const { signal } = readCallOptions(options, "options");
    return this.#links.life.run({ name: "Signing out", signal }, (end) => this.end(end));
  }

  /**
   * @internal {@link Session.signOut} inside another operation.
   *
   * @param signal - aborts the wait for the service, but not the deletion.
   */
  async end(signal?: AbortSignal): Promise<SignOutReport> {
    this.#finish(this.#endReason);
    // A running refresh would store new tokens.
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
   * Releases the session, for `await using`: it no longer returns tokens, and a running renewal is completed so its tokens are
   * stored. The player stays signed in: `restoreSession` of a {@link Client} returns the session again.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#checking?.catch(() => undefined);
  }

  /** Concurrent callers share one check, which only the end of the client can abort. */
  async #checkOnce(): Promise<void> {
    if (this.#closed) throw closed();
    if (this.#ended) return;
    await (this.#checking ??= this.#run((closing) => this.#check(closing)));
  }

  /** Dispatches `renewed` if `work` has renewed the tokens. */
  #run(work: (closing: AbortSignal) => Promise<void>): Promise<void> {
    const { accessToken } = this.#tokens;
    return this.#links.life.run({ name: "Waiting for an access token" }, work).finally(() => {
      this.#checking = undefined;
      if (this.#tokens.accessToken !== accessToken && !this.#ended)
        this.dispatchEvent(new SessionRenewedEvent(this.expiresAt));
    });
  }

  /** @throws ClientError `invalid_argument`, see `minimumValidity`. */
  async #lengthen(ms: number): Promise<void> {
    // A running check may have started without this requirement.
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
      // A later renewal may succeed before the token expires.
      if (!isClientError(error) || this.#ended || !this.#stillWorks()) throw error;
      this.#warn(`the token could not be renewed before it expires: ${error.message}`);
    }
  }

  /** A fresh token stays usable if the store fails. */
  async #lookIntoStore(): Promise<void> {
    const error = await failureOf(this.#adoptKept());
    if (error) this.#leaveStoreAlone(`the store could not be read: ${error.message}`);
  }

  /** Runs under the account's lock: tokens that another process has stored take precedence. */
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

  /** Completed even if the client is closed, because the response contains the only valid tokens. */
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

  /** Deletes the record only if it still contains this token. */
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

  /** If the store fails, new tokens stay in memory, since the old ones are invalid. */
  async #persist(): Promise<void> {
    const { store, account } = this.#links;
    const error = await failureOf(store.set(account, formatRecord(this.#tokens)));
    // The process that has stored other tokens meanwhile refreshed later, so its tokens are valid.
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

/** Drops an unknown error of a custom store, which may contain the record. */
export function toClientError(error: unknown): ClientError {
  if (isClientError(error)) return error;
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: "The token store threw an error.",
    hint: "To see the cause here, throw a ClientError in the store.",
  });
}
