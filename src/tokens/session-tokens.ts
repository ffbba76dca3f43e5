import { ClientError, ErrorType, isClientError, validationError } from "../core/errors.ts";
import type { Secrets } from "../log/secrets.ts";
import type { TokenStore } from "../store/token-store.ts";
import type { StoredPlayer } from "./player.ts";
import { formatRecord, parseRecord, type TokenSet } from "./token-set.ts";

/** Longer than any request takes. */
const lockTimeoutMs = 60_000;
/** Each attempt may show the player a dialog. */
const storePauseMs = 60_000;

/** Tokens are renewed no earlier than a day before they expire (Discord Social SDK, `GetToken`). */
const maxMarginMs = 24 * 60 * 60 * 1000;

/** Clocks are often set back by a small amount. */
const toleratedStepMs = 60_000;

/** Whether an access token is usable, due for renewal, or expired. */
type Freshness = "fresh" | "due" | "expired";

/**
 * Measures token age with two clocks: wall time keeps running while the machine sleeps; monotonic time ignores clock changes. The
 * larger age is used.
 */
class FreshnessWatch {
  readonly #tokens: TokenSet;
  readonly #ageAtStart: number = 0;
  readonly #startedAt = performance.now();
  readonly #marginMs: number = 0;

  constructor(tokens: TokenSet) {
    this.#tokens = tokens;
    if (tokens.expiresAt === undefined) return;
    this.#ageAtStart = Date.now() - tokens.receivedAt;
    // Random, because processes that share a token should not renew it simultaneously.
    const share = 0.1 * (1 + Math.random());
    this.#marginMs = Math.min(maxMarginMs, (tokens.expiresAt - tokens.receivedAt) * share);
  }

  now(): Freshness {
    const remainingMs = this.#remainingMs();
    if (remainingMs === undefined) return "due";
    if (remainingMs <= 0) return "expired";
    return remainingMs <= this.#marginMs ? "due" : "fresh";
  }

  lasts(ms: number): boolean {
    const remainingMs = this.#remainingMs();
    return remainingMs !== undefined && remainingMs >= ms;
  }

  /** Returns infinity for a token that does not expire, and `undefined` if the remaining time is unknown. */
  #remainingMs(): number | undefined {
    const { expiresAt, receivedAt } = this.#tokens;
    if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
    // The token's timestamp is in the future, so the clock was set back by an unknown amount.
    if (this.#ageAtStart < -toleratedStepMs) return undefined;
    const age = Math.max(Date.now() - receivedAt, this.#ageAtStart + (performance.now() - this.#startedAt));
    return expiresAt - receivedAt - age;
  }
}

export interface SessionTokensContext {
  readonly store: TokenStore;
  readonly account: string;
  readonly secrets: Secrets;
  readonly warn: (text: string) => void;
  /** Called if the record no longer exists. */
  readonly onDeleted: () => void;
}

/** A session's tokens, in memory and in the store. Other processes may also change the store. */
export class SessionTokens {
  readonly #context: SessionTokensContext;
  #current: TokenSet;
  #watch: FreshnessWatch;
  #rejected: string | undefined;
  #storeError: ClientError | undefined;
  #storeAgainAt = 0;

  constructor(tokens: TokenSet, context: SessionTokensContext) {
    this.#context = context;
    this.#current = tokens;
    this.#watch = new FreshnessWatch(tokens);
    context.secrets.register(tokens.accessToken, tokens.refreshToken);
  }

  get current(): TokenSet {
    return this.#current;
  }

  /** Why the newest tokens are only in memory. */
  get storeError(): ClientError | undefined {
    return this.#storeError;
  }

  /** The access token, if the service has rejected it. */
  get rejected(): string | undefined {
    return this.#current.accessToken === this.#rejected ? this.#rejected : undefined;
  }

  /** Whether the access token can be used without a renewal. */
  get isFresh(): boolean {
    return this.rejected === undefined && this.#watch.now() === "fresh";
  }

  /** Whether the access token can still be used if a renewal fails. */
  get isUsable(): boolean {
    return this.rejected === undefined && this.#watch.now() !== "expired";
  }

  lasts(ms: number): boolean {
    return this.#watch.lasts(ms);
  }

  /** @param accessToken - A token that the service rejected. */
  reject(accessToken: string): void {
    this.#rejected = accessToken;
  }

  replace(tokens: TokenSet): void {
    this.#context.secrets.replaceTokens(this.#current, tokens);
    this.#current = tokens;
    this.#watch = new FreshnessWatch(tokens);
  }

  /** Stops masking the tokens after a while, because they have been revoked. */
  retire(): void {
    this.#context.secrets.replaceTokens(this.#current);
  }

  /** @returns Whether the player's data has changed. */
  setPlayer({ id, username, globalName, avatar }: StoredPlayer): boolean {
    const player = { id, username, globalName, avatar };
    if (JSON.stringify(player) === JSON.stringify(this.#current.player)) return false;
    this.#current = { ...this.#current, player };
    return true;
  }

  async read(): Promise<TokenSet | undefined> {
    const record = await this.#context.store.get(this.#context.account);
    return record === undefined ? undefined : parseRecord(record);
  }

  /** Loads tokens that another process has stored. */
  async load(): Promise<void> {
    const stored = await this.read();
    if (!stored) return this.#context.onDeleted();
    if (stored.accessToken !== this.#current.accessToken) this.replace(stored);
  }

  /**
   * Loads the tokens, or stores them if an earlier attempt failed. After a failure to load, waits a minute before the next
   * attempt. The failure is only logged, because the tokens in memory remain usable.
   */
  async synchronize(signal: AbortSignal): Promise<void> {
    if (performance.now() < this.#storeAgainAt) return;
    if (this.#storeError) return this.keep(undefined, signal);
    const error = await failureOf(this.load());
    if (error) this.#avoidStore(`the store could not be read: ${error.message}`);
  }

  /** Must run under the lock. If the store fails, the new tokens stay in memory, because the old ones are invalid. */
  async save(): Promise<void> {
    const { store, account } = this.#context;
    const error = await failureOf(store.set(account, formatRecord(this.#current)));
    // If another process has stored other tokens in the meantime, it refreshed later, so its tokens are the valid ones.
    const failure = error?.code === "store_conflict" ? await failureOf(this.load()) : error;
    if (failure) this.#keepInMemory(failure);
    else this.#storeError = undefined;
  }

  /**
   * Stores the tokens under the lock. If the store fails, they stay in memory.
   *
   * @param storeError - Why the store cannot be used at present.
   */
  async keep(storeError?: ClientError, signal?: AbortSignal): Promise<void> {
    const error = storeError ?? (await failureOf(this.exclusively(() => this.save(), signal)));
    if (error) this.#keepInMemory(error);
  }

  async delete(): Promise<void> {
    const { store, account, warn } = this.#context;
    await store.delete(account, (count) =>
      warn(`${count} keychain entries from other programs have the same name and were kept: ${account}`),
    );
  }

  /** Runs `work` under the account's lock. */
  async exclusively(work: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    const { store, account } = this.#context;
    const timeout = AbortSignal.timeout(lockTimeoutMs);
    try {
      await store.exclusively(account, work, signal ? AbortSignal.any([timeout, signal]) : timeout);
    } catch (error) {
      const failure = toClientError(error);
      throw timeout.aborted && !signal?.aborted && failure.code === "aborted"
        ? sessionBusy("another process has held their lock for a minute")
        : failure;
    }
  }

  #keepInMemory(error: ClientError): void {
    this.#storeError = error;
    this.#avoidStore(`the tokens are in memory only: ${error.message}`);
  }

  #avoidStore(reason: string): void {
    this.#storeAgainAt = performance.now() + storePauseMs;
    this.#context.warn(reason);
  }
}

export function sessionBusy(reason: string): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "session_busy",
    message: `The tokens could not be renewed: ${reason}.`,
    hint: "Try again.",
    retryable: true,
  });
}

export function sessionEnded(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "session_ended",
    message:
      "The player is signed out: signOut was called, the stored tokens were deleted, or the service refused to renew the access token.",
    hint: "Call signIn again. A guest gets a new token from GetProvisionalToken.",
  });
}

export function sessionReleased(): ClientError {
  return new ClientError({
    type: ErrorType.ClientDestroyed,
    code: "client_closed",
    message: "The session was released when its `await using` scope ended.",
    hint: "Call restoreSession to get a new one.",
  });
}

export function validityTooLong(ms: number): ClientError {
  return validationError(
    "invalid_argument",
    `options.minimumValiditySeconds is ${ms / 1000} seconds, which exceeds the token's lifetime.`,
    "Use a smaller value, or omit it to get the current token.",
  );
}

export async function failureOf(work: Promise<unknown>): Promise<ClientError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return toClientError(error);
  }
}

/** Replaces any other error from a custom store, because it may contain the record. */
export function toClientError(error: unknown): ClientError {
  if (isClientError(error)) return error;
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: "The token store threw an error.",
    hint: "To include the cause in this error, throw a ClientError from the store.",
  });
}
