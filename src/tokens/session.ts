import { onAbort } from "../core/request/abort.ts";
import { textOfError } from "../core/check/callback.ts";
import { fields } from "../core/check/fields.ts";
import { abortSignal, optional, secondsOf, textOf } from "../core/check/readers.ts";
import { type ClientError, isClientError } from "../core/errors.ts";
import { hidden, hiddenIf, inspectAs } from "../core/printing.ts";
import { type CallOptions, readCallOptions } from "../core/request/transport.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import type { TokenStore } from "../store/token-store.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { Backend } from "./backend.ts";
import { CurrentUser } from "./player.ts";
import { SessionEndedEvent, SessionEventTarget, SessionRenewedEvent } from "./session-events.ts";
import {
  failureOf,
  sessionBusy,
  sessionEnded,
  sessionReleased,
  SessionTokens,
  validityTooLong,
} from "./session-tokens.ts";
import { refreshedSet, type TokenResult, type TokenSet } from "./token-set.ts";

const maxValiditySeconds = 365 * 24 * 60 * 60;

const playerTimeoutMs = 3_000;

const identifyingScopes: ReadonlySet<string> = new Set([
  "identify",
  "sdk.social_layer",
  "sdk.social_layer_presence",
]);

/** Ends a session's calls when its client is closed. */
export interface SessionCalls {
  /** Runs `work` until it settles, its caller aborts it, or the client is closed. Aborts the signal in the last two cases. */
  run<T>(
    operation: { readonly name: string; readonly signal?: AbortSignal | undefined },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
}

/** A session's dependencies. */
export interface SessionContext {
  readonly applicationId: Snowflake;
  readonly open: () => Promise<{ readonly backend: Backend }>;
  readonly calls: SessionCalls;
  readonly store: TokenStore;
  readonly account: string;
  /** The base URL for images, unless the service is Discord's. */
  readonly images: string | undefined;
  readonly secrets: Secrets;
  readonly log: Log;
  /**
   * Called when the player has signed out of `session`.
   *
   * @param isDeleted - Whether the tokens were deleted from the store.
   */
  signedOut(session: Session, isDeleted: boolean): Promise<void>;
}

/** Later calls throw `reason`, or `session_ended` after a sign-out. */
type SessionState =
  | { readonly name: "active" | "released" }
  | { readonly name: "ended"; readonly reason: ClientError | undefined };

/** Options for {@link Session.accessToken}. @stable */
export interface AccessTokenOptions extends CallOptions {
  /** A token that the service rejected with 401. The session then returns a different one, refreshing if necessary. */
  readonly rejected?: string | undefined;
  /**
   * How long the token must remain valid, in seconds, for example for a long-running call. If necessary, the session renews it.
   * Default: a tenth of its lifetime, or less if it cannot be renewed at present. Error: `invalid_argument`, including when the
   * value exceeds the lifetime of this session's tokens or the token cannot be renewed.
   */
  readonly minimumValiditySeconds?: number | undefined;
}

const readOptions = fields<AccessTokenOptions>({
  minimumValiditySeconds: optional(secondsOf(maxValiditySeconds)),
  rejected: optional(textOf()),
  signal: optional(abortSignal()),
});

/** The result of signing out. Contains an error for each step that failed. @stable */
export interface SignOutReport {
  /** Why the tokens could not be revoked. They are deleted from the store anyway. */
  readonly revocationError?: ClientError;
  /** Why the tokens could not be deleted from the store. */
  readonly storeError?: ClientError;
}

/**
 * A signed-in player. Inspection shows the tokens as `[hidden]`, and JSON omits them. Dispatches the `renewed` and `ended` events
 * ({@link SessionEvents}).
 *
 * @stable
 */
export class Session extends SessionEventTarget {
  static {
    inspectAs(this.prototype, (session) => ({
      accessToken: hidden,
      refreshToken: hiddenIf(session.#tokens.current.refreshToken),
      player: session.player?.name,
      ...session.toJSON(),
      storeError: session.storeError,
    }));
  }
  readonly #context: SessionContext;
  readonly #tokens: SessionTokens;
  #state: SessionState = { name: "active" };
  /** The pending check or renewal. Only one runs at a time, because each may replace the tokens. */
  #task: Promise<void> | undefined;

  /** @internal */
  constructor(tokens: TokenSet, context: SessionContext) {
    super((name, error) => this.#warn(`the ${name} failed: ${textOfError(error)}`));
    this.#context = context;
    this.#tokens = new SessionTokens(tokens, {
      ...context,
      warn: (text) => this.#warn(text),
      onDeleted: () => this.#expire("the tokens are no longer in the store: the player signed out elsewhere"),
    });
  }

  /** The granted scopes, separated by spaces. */
  get scopes(): string {
    return this.#tokens.current.scopes;
  }

  /** When the current access token expires; `undefined` if the service does not return this. */
  get expiresAt(): Date | undefined {
    const { expiresAt } = this.#tokens.current;
    return expiresAt === undefined ? undefined : new Date(expiresAt);
  }

  /**
   * The player as last fetched from the service, either during the sign-in or by {@link Session.user}. Stored with the tokens, so
   * that a game can greet the player by name while offline. `undefined` if the scopes do not allow fetching it.
   */
  get player(): CurrentUser | undefined {
    const { player } = this.#tokens.current;
    return player && new CurrentUser(player, this.#context.images);
  }

  /**
   * Why the newest tokens could not be stored. Until they are stored, the session works, but the player would have to sign in
   * again after a restart. {@link Session.accessToken} tries to store them again, at most once a minute.
   */
  get storeError(): ClientError | undefined {
    return this.#tokens.storeError;
  }

  /**
   * Returns a valid access token. Reads the store each time, because a refresh by another process invalidates the old token
   * (Discord Social SDK, `RefreshToken`). If at most a fifth of the token's lifetime is left, the token is refreshed and stored
   * first; all callers and processes share one request.
   *
   * @throws ClientError `session_ended` (AuthorizationFailed) if the tokens have expired and cannot be renewed: sign in again.
   *   `start_link_reused` (AuthorizationFailed) if another person may have signed in: the tokens have been revoked. If the token
   *   has expired and could not be renewed this time: `session_busy` (ClientNotReady), an error from the store, or an error
   *   thrown by {@link Client.RefreshToken}. `aborted`.
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
    const { rejected, minimumValiditySeconds = 0, signal } = readOptions(options, "options");
    return this.#context.calls.run({ name: "Waiting for an access token", signal }, async () => {
      if (rejected !== undefined) this.#tokens.reject(rejected);
      await this.#check();
      // A pending check may have started before the rejection was known.
      if (this.#tokens.current.accessToken === rejected) await this.#check();
      await this.#ensureValidity(minimumValiditySeconds * 1000);
      if (this.#state.name === "ended") throw this.#state.reason ?? sessionEnded();
      return this.#tokens.current.accessToken;
    });
  }

  /**
   * Fetches the signed-in player (Discord documentation, User, "Get Current User"). Requires the `identify` scope, which the
   * default scopes include. If the service rejects the token, it is renewed once.
   *
   * @throws The same errors as {@link Session.accessToken} and {@link Client.FetchCurrentUser}; HTTPError `missing_access` or
   *   `missing_scope` if the scope was not granted.
   */
  async user(options: CallOptions = {}): Promise<CurrentUser> {
    const { signal } = readCallOptions(options, "options");
    return this.#context.calls.run({ name: "Fetching the current user", signal }, async (end) => {
      const user = await this.#fetchUser(end);
      if (this.#tokens.setPlayer(user))
        await failureOf(this.#tokens.exclusively(() => this.#tokens.save(), end));
      return user;
    });
  }

  async #fetchUser(signal: AbortSignal): Promise<CurrentUser> {
    const token = await this.accessToken({ signal });
    const { backend } = await this.#context.open();
    try {
      return await backend.fetchCurrentUser(token, signal);
    } catch (error) {
      if (!isClientError(error) || error.status !== 401 || error.code === "missing_scope") throw error;
    }
    return backend.fetchCurrentUser(await this.accessToken({ rejected: token, signal }), signal);
  }

  /** @internal Fetches {@link Session.player}. If this fails, the sign-in continues, and the player is `undefined`. */
  async fetchPlayer(signal: AbortSignal | undefined): Promise<void> {
    if (!this.scopes.split(" ").some((scope) => identifyingScopes.has(scope))) return;
    const timeout = AbortSignal.timeout(playerTimeoutMs);
    const end = signal ? AbortSignal.any([timeout, signal]) : timeout;
    try {
      const { backend } = await this.#context.open();
      this.#tokens.setPlayer(await backend.fetchCurrentUser(this.#tokens.current.accessToken, end));
    } catch (error) {
      if (!isClientError(error)) throw error;
      this.#warn(`the player's name is unknown: ${error.message}`);
    }
  }

  /** Returns the session's public state, which excludes the tokens. */
  toJSON(): {
    scopes: string;
    expiresAt: Date | undefined;
  } {
    return { scopes: this.scopes, expiresAt: this.expiresAt };
  }

  /**
   * @internal Stores a new session's tokens. If the store fails, they stay in memory.
   *
   * @param storeError - Why the store cannot be used at present.
   */
  async keep(storeError?: ClientError): Promise<void> {
    await this.#tokens.keep(storeError);
  }

  /**
   * @internal Ends the session if another person may have signed in.
   *
   * @throws The abort reason if `reused` is already aborted.
   */
  async endIfReused(reused: AbortSignal | undefined): Promise<void> {
    if (!reused) return;
    const revoke = () => this.#revoke(reused.reason as ClientError);
    if (!reused.aborted) return void onAbort(reused, () => void revoke());
    await revoke();
    throw reused.reason;
  }

  async #revoke(reason: ClientError): Promise<void> {
    if (this.#isEnded) return;
    this.#context.log(LoggingSeverity.Error, "session", `revoking the session: ${reason.message}`);
    this.#finish(reason);
    const { revocationError, storeError } = await this.end();
    for (const error of [revocationError, storeError])
      if (error) this.#warn(`the session could not be ended completely: ${error.message}`);
  }

  /**
   * Signs this player out: revokes the tokens and deletes them from the store. If one step fails, the other still runs. Other
   * accounts stay signed in.
   *
   * @param options - If `signal` is aborted, the call stops waiting for the service, which may still accept the tokens. They are
   *   deleted from the store in any case.
   * @returns The errors, if any.
   */
  async signOut(options: CallOptions = {}): Promise<SignOutReport> {
    const { signal } = readCallOptions(options, "options");
    return this.#context.calls.run({ name: "Signing out", signal }, (end) => this.end(end));
  }

  /**
   * @internal Implements {@link Session.signOut} inside another operation.
   *
   * @param signal - Ends the wait for the service but does not prevent the deletion.
   */
  async end(signal?: AbortSignal): Promise<SignOutReport> {
    this.#finish(undefined);
    // A pending refresh would otherwise store new tokens after the deletion.
    await this.#task?.catch(() => undefined);
    const tokens = this.#tokens;
    let report: SignOutReport = {};
    const revokeAndDelete = async (): Promise<void> => {
      const stored = tokens.storeError ? undefined : await tokens.read().catch(() => undefined);
      if (stored) tokens.replace(stored);
      const revocationError = await failureOf(this.#revokeTokens(signal));
      if (!revocationError) tokens.retire();
      const storeError = await failureOf(tokens.delete());
      report = { ...(revocationError && { revocationError }), ...(storeError && { storeError }) };
    };
    const lockError = await failureOf(tokens.exclusively(revokeAndDelete, signal));
    if (lockError) await revokeAndDelete();
    await this.#context.signedOut(this, report.storeError === undefined);
    return report;
  }

  async #revokeTokens(signal: AbortSignal | undefined): Promise<void> {
    const { applicationId, open } = this.#context;
    const { backend } = await open();
    const { refreshToken, accessToken } = this.#tokens.current;
    await backend.revokeToken({ applicationId, token: refreshToken ?? accessToken }, signal);
  }

  /**
   * Releases the session, for `await using`. It no longer returns tokens, but completes a pending renewal and stores the new
   * tokens. The player stays signed in: {@link Client.restoreSession} returns the session again.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#state.name === "active") this.#state = { name: "released" };
    await this.#task?.catch(() => undefined);
  }

  get #isEnded(): boolean {
    return this.#state.name === "ended";
  }

  /** Concurrent callers share one check. Only closing the client aborts it. */
  async #check(): Promise<void> {
    if (this.#state.name === "released") throw sessionReleased();
    if (this.#state.name === "active") await (this.#task ?? this.#start((end) => this.#renewIfDue(end)));
  }

  /** Dispatches `renewed` if `work` has renewed the tokens. */
  #start(work: (end: AbortSignal) => Promise<void>): Promise<void> {
    const { accessToken } = this.#tokens.current;
    const name = "Waiting for an access token";
    this.#task = this.#context.calls.run({ name }, work).finally(() => {
      this.#task = undefined;
      if (this.#tokens.current.accessToken !== accessToken && !this.#isEnded)
        this.dispatchEvent(new SessionRenewedEvent(this.expiresAt));
    });
    return this.#task;
  }

  async #ensureValidity(ms: number): Promise<void> {
    const tokens = this.#tokens;
    const isDone = () => this.#isEnded || tokens.lasts(ms);
    // A pending check may have started without this requirement.
    while (this.#task) await this.#task;
    if (isDone()) return;
    const { refreshToken, receivedAt, expiresAt = Number.POSITIVE_INFINITY } = tokens.current;
    if (refreshToken === undefined || expiresAt - receivedAt < ms) throw validityTooLong(ms);
    await this.#start((end) => this.#renew(end, () => tokens.lasts(ms)));
    if (!isDone()) throw validityTooLong(ms);
  }

  async #renewIfDue(end: AbortSignal): Promise<void> {
    const tokens = this.#tokens;
    await tokens.synchronize(end);
    if (this.#isEnded || tokens.isFresh) return;
    end.throwIfAborted();
    try {
      await this.#renew(end, () => tokens.isFresh);
    } catch (error) {
      // A later renewal may succeed before the token expires.
      if (!isClientError(error) || this.#isEnded || !tokens.isUsable) throw error;
      this.#warn(`the token could not be renewed before it expires: ${error.message}`);
    }
  }

  /** Uses tokens that another process has stored, if there are any. */
  #renew(end: AbortSignal, isEnough: () => boolean): Promise<void> {
    const tokens = this.#tokens;
    return tokens.exclusively(async () => {
      if (!tokens.storeError) await tokens.load();
      if (this.#isEnded || isEnough()) return;
      end.throwIfAborted();
      await this.#refresh(end);
    }, end);
  }

  /**
   * Sends no request if the client has been closed. A request that has been sent is always completed, because the response
   * contains the only valid tokens.
   */
  async #refresh(end: AbortSignal): Promise<void> {
    const { applicationId, open } = this.#context;
    const { rejected, current } = this.#tokens;
    const { refreshToken } = current;
    if (refreshToken === undefined) return this.#expire("there is no refresh token");
    let result: TokenResult;
    try {
      const { backend } = await open();
      end.throwIfAborted();
      result = await backend.refreshToken({ applicationId, refreshToken, rejected, signal: undefined });
    } catch (error) {
      if (isClientError(error) && error.code === "invalid_grant") return this.#handleRefusal(refreshToken);
      throw error;
    }
    this.#tokens.replace(refreshedSet(this.#tokens.current, result, Date.now()));
    await this.#tokens.save();
  }

  /** Deletes the record only if it still contains this token. */
  async #handleRefusal(refreshToken: string): Promise<void> {
    const tokens = this.#tokens;
    const stored = await tokens.read();
    if (stored && stored.refreshToken !== refreshToken) {
      tokens.replace(stored);
      if (tokens.isFresh) return;
      throw sessionBusy("another process has changed the tokens in the meantime");
    }
    await tokens.delete();
    this.#expire("the service rejected the refresh token");
  }

  #expire(cause: string): void {
    this.#finish(sessionEnded());
    this.#warn(`the session has ended: ${cause}`);
  }

  /** @param reason - `undefined` after a sign-out. */
  #finish(reason: ClientError | undefined): void {
    if (this.#isEnded) return;
    this.#state = { name: "ended", reason };
    this.dispatchEvent(new SessionEndedEvent(reason));
  }

  #warn(text: string): void {
    this.#context.log(LoggingSeverity.Warning, "session", text);
  }
}
