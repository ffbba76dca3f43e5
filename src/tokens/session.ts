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

/** Binds a session to its client's lifetime. */
export interface SessionCalls {
  /** Runs `work` until it settles, its caller aborts it, or the client is closed. The signal notifies `work`. */
  run<T>(
    operation: { readonly name: string; readonly signal?: AbortSignal | undefined },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
}

/** Dependencies of a session. */
export interface SessionContext {
  readonly applicationId: Snowflake;
  readonly open: () => Promise<{ readonly backend: Backend }>;
  readonly calls: SessionCalls;
  readonly store: TokenStore;
  /** The name of the record in the store. */
  readonly account: string;
  /** The base URL of images, if the service is not Discord's. */
  readonly images: string | undefined;
  readonly secrets: Secrets;
  readonly log: Log;
  /**
   * Called when the player has signed out of `session`.
   *
   * @param isDeleted - whether the tokens were deleted from the store.
   */
  signedOut(session: Session, isDeleted: boolean): Promise<void>;
}

/** `reason` is thrown by later calls instead of `session_ended`. */
type SessionState =
  | { readonly name: "active" | "released" }
  | { readonly name: "ended"; readonly reason: ClientError | undefined };

/** Options for {@link Session.accessToken}. */
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
  minimumValidity: optional(secondsOf(maxValiditySeconds)),
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

  /** @internal Created by `Client.signIn`. */
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

  /** Expiry of the current access token; `undefined` if the service does not return it. */
  get expiresAt(): Date | undefined {
    const { expiresAt } = this.#tokens.current;
    return expiresAt === undefined ? undefined : new Date(expiresAt);
  }

  /**
   * The player as last fetched from the service, at the sign-in or by {@link Session.user}. Stored with the tokens, so a game can
   * greet the player by name while offline. `undefined` if the scopes do not allow fetching it.
   */
  get player(): CurrentUser | undefined {
    const { player } = this.#tokens.current;
    return player && new CurrentUser(player, this.#context.images);
  }

  /**
   * Why the newest tokens could not be stored. Until they are, they are in memory only: the session works, but after a restart
   * the player has to sign in again. {@link Session.accessToken} tries again, once a minute.
   */
  get storeError(): ClientError | undefined {
    return this.#tokens.storeError;
  }

  /**
   * Returns a valid access token. Reads the store each time, because a refresh by another process invalidates the old token
   * (Discord Social SDK, `RefreshToken`). If a fifth of its lifetime or less is left, the token is first refreshed and stored,
   * with one request for all callers and processes.
   *
   * @throws ClientError `session_ended` (AuthorizationFailed) if the tokens have expired and cannot be renewed: sign in again.
   *   `start_link_reused` (AuthorizationFailed) if another person may have signed in: the tokens are revoked. `session_busy`
   *   (ClientNotReady), errors of the store, and the errors thrown by {@link Client.RefreshToken}, if the token has expired and
   *   could not be renewed now. `aborted`.
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
    return this.#context.calls.run({ name: "Waiting for an access token", signal }, async () => {
      if (rejected !== undefined) this.#tokens.reject(rejected);
      await this.#check();
      // Repeats a check that started before the rejection was known.
      if (this.#tokens.current.accessToken === rejected) await this.#check();
      await this.#ensureValidity(minimumValidity * 1000);
      if (this.#state.name === "ended") throw this.#state.reason ?? sessionEnded();
      return this.#tokens.current.accessToken;
    });
  }

  /**
   * Fetches the signed-in player (Discord documentation, User, "Get Current User"). Needs the scope `identify`, which the default
   * scope sets include. A token that the service rejects is renewed once.
   *
   * @throws the errors thrown by {@link Session.accessToken} and {@link Client.FetchCurrentUser}; HTTPError `missing_access` or
   *   `missing_scope` without the scope.
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

  /** @internal Fetches {@link Session.player}. If that fails, the sign-in continues without it. */
  async fetchPlayer(signal: AbortSignal | undefined): Promise<void> {
    if (!this.scopes.split(" ").some((scope) => identifyingScopes.has(scope))) return;
    const timeout = AbortSignal.timeout(playerTimeoutMs);
    const end = signal ? AbortSignal.any([timeout, signal]) : timeout;
    try {
      const { backend } = await this.#context.open();
      this.#tokens.setPlayer(await backend.fetchCurrentUser(this.#tokens.current.accessToken, end));
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
  async keep(storeError?: ClientError): Promise<void> {
    await this.#tokens.keep(storeError);
  }

  /**
   * @internal Ends the session if another person may have signed in.
   *
   * @throws the reason of `reused` if it is already aborted.
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
    this.#context.log(LoggingSeverity.Error, "session", `the session is revoked: ${reason.message}`);
    this.#finish(reason, reason);
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
    return this.#context.calls.run({ name: "Signing out", signal }, (end) => this.end(end));
  }

  /**
   * @internal {@link Session.signOut} inside another operation.
   *
   * @param signal - aborts the wait for the service, but not the deletion.
   */
  async end(signal?: AbortSignal): Promise<SignOutReport> {
    this.#finish(undefined);
    // A pending refresh would store new tokens.
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
   * Releases the session, for `await using`: it no longer returns tokens, and a running renewal is completed so its tokens are
   * stored. The player stays signed in: `restoreSession` of a {@link Client} returns the session again.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#state.name === "active") this.#state = { name: "released" };
    await this.#task?.catch(() => undefined);
  }

  get #isEnded(): boolean {
    return this.#state.name === "ended";
  }

  /** Concurrent callers share one check, which only the end of the client can abort. */
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

  /** @throws ClientError `invalid_argument`, see `minimumValidity`. */
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

  /** Tokens that another process has stored take precedence. */
  #renew(end: AbortSignal, isEnough: () => boolean): Promise<void> {
    const tokens = this.#tokens;
    return tokens.exclusively(async () => {
      if (!tokens.storeError) await tokens.load();
      if (this.#isEnded || isEnough()) return;
      end.throwIfAborted();
      await this.#refresh(end);
    }, end);
  }

  /** Not sent if the client is closed before. Otherwise completed, because the response contains the only valid tokens. */
  async #refresh(end: AbortSignal): Promise<void> {
    const { applicationId, open } = this.#context;
    const { rejected, current } = this.#tokens;
    const { refreshToken } = current;
    if (refreshToken === undefined) return this.#expire("the access token came without a refresh token");
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
      throw sessionBusy("another process has changed the tokens meanwhile");
    }
    await tokens.delete();
    this.#expire("the service refused the refresh token");
  }

  #expire(cause: string): void {
    this.#finish(sessionEnded());
    this.#warn(`the session has ended: ${cause}`);
  }

  /**
   * @param eventReason - the error in the event; `undefined` after a sign-out.
   * @param reason - see {@link SessionState}.
   */
  #finish(eventReason: ClientError | undefined, reason?: ClientError): void {
    if (this.#isEnded) return;
    this.#state = { name: "ended", reason };
    this.dispatchEvent(new SessionEndedEvent(eventReason));
  }

  #warn(text: string): void {
    this.#context.log(LoggingSeverity.Warning, "session", text);
  }
}
