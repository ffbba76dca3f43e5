import type { TokenGrant } from "../tokens/token-set.ts";
import { formatTokens, type StoredTokens, toStoredTokens, lifetimeOf } from "./stored-tokens.ts";
import { leaseMs, type PlayerStore, type RecordLifetime, type Taken } from "./player-store.ts";
import { channels } from "./tracing/fleet-channels.ts";
import type { SteadyClock } from "../core/request/clock.ts";
import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import type { Snowflake } from "../wire/snowflake.ts";

const pauseMs = 250;
/** The time reserved for the write. */
const writeMs = 2000;
/** With less time than this, a timeout could lose the new token. */
const minAnswerMs = 7000;
/** If an error has one of these codes and no status, no request was sent. */
const unsentCodes: ReadonlySet<string> = new Set([
  "rate_limited",
  "limits_timeout",
  "too_many_invalid_requests",
  "session_busy",
]);

export interface Renewal {
  readonly player: Snowflake;
  readonly account: string;
  readonly taken: Taken & { readonly state: "leased" };
  readonly tokens: StoredTokens;
  readonly requestedAt: number;
}

/** Returns the milliseconds left for the response. @throws ClientError `session_busy`. */
export type AnswerTime = () => number;

export type Ask = (player: Snowflake, tokens: StoredTokens, answerTime: AnswerTime) => Promise<TokenGrant>;

interface Unwritten {
  readonly account: string;
  readonly fence: number;
  readonly tokens: StoredTokens;
  readonly expiresIn: number | undefined;
  readonly receivedAt: number;
  failure?: unknown;
}

export interface FoundTokens {
  readonly tokens: StoredTokens;
  readonly remainingMs: number | undefined;
}

interface RenewalService {
  readonly ask: Ask;
  onDead(player: Snowflake): Promise<void>;
}

/**
 * Renews leased records. Until a new token is written, this object holds the only copy, so it repeats the write until it
 * succeeds.
 */
export class Renewals {
  readonly #store: PlayerStore;
  readonly #service: RenewalService;
  readonly #clock: SteadyClock;
  readonly #unwritten = new Map<string, Unwritten>();
  readonly #calls = new Set<Promise<unknown>>();

  /** @param clock - Must keep running while the machine sleeps. */
  constructor(store: PlayerStore, service: RenewalService, clock: SteadyClock) {
    this.#store = store;
    this.#service = service;
    this.#clock = clock;
  }

  /** Returns the unwritten record and the store's error. The store's own record is older and must not be renewed. */
  unwritten(account: string): (FoundTokens & Pick<Unwritten, "failure">) | undefined {
    const unwritten = this.#unwritten.get(account);
    if (!unwritten) return undefined;
    return {
      tokens: unwritten.tokens,
      remainingMs: currentLifetime(unwritten).remainingMs,
      failure: unwritten.failure,
    };
  }

  /**
   * Continues even if the caller stops waiting, because the response contains the only valid token.
   *
   * @returns `undefined` if another instance has renewed the token, or if the player is signed out.
   */
  renew(renewal: Renewal): Promise<FoundTokens | undefined> {
    const work = this.#renew(renewal);
    this.#track(work);
    return work;
  }

  drop(account: string): void {
    this.#unwritten.delete(account);
  }

  async settled(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.catch(() => undefined).finally(() => this.#calls.delete(tracked));
    this.#calls.add(tracked);
  }

  async #renew(renewal: Renewal): Promise<FoundTokens | undefined> {
    const { player, account, taken, tokens, requestedAt } = renewal;
    const startedAt = performance.now();
    let grant: TokenGrant;
    try {
      grant = await this.#service.ask(player, tokens, () =>
        answerTime(requestedAt + leaseMs - this.#clock()),
      );
    } catch (error) {
      return this.#refused(renewal, error, performance.now() - startedAt);
    }
    const unwritten: Unwritten = {
      account,
      fence: taken.fence,
      tokens: toStoredTokens(grant, tokens),
      expiresIn: grant.expiresIn,
      receivedAt: performance.now(),
    };
    const isOurs = await this.#keep(unwritten);
    if (!isOurs) channels.tokenConflict.publish(() => ({ player }));
    const outcome = isOurs ? "refreshed" : "adopted";
    channels.tokenRefresh.publish(() => ({ player, outcome, durationMs: performance.now() - startedAt }));
    return isOurs
      ? { tokens: unwritten.tokens, remainingMs: currentLifetime(unwritten).remainingMs }
      : undefined;
  }

  /** Returns `false` if a newer token is already stored. */
  async #keep(unwritten: Unwritten): Promise<boolean> {
    this.#unwritten.set(unwritten.account, unwritten);
    const isWritten = await this.#write(unwritten);
    if (isWritten === undefined) this.#track(this.#retryWrite(unwritten));
    return isWritten ?? true;
  }

  async #write(unwritten: Unwritten): Promise<boolean | undefined> {
    const { account, fence, tokens } = unwritten;
    try {
      const written = await this.#store.write(
        account,
        fence,
        formatTokens(tokens),
        currentLifetime(unwritten),
      );
      if (this.#unwritten.get(account) === unwritten) this.#unwritten.delete(account);
      return written.isStored;
    } catch (error) {
      unwritten.failure = error;
      publishStoreFailure("Storing a player's tokens", error);
      return undefined;
    }
  }

  async #retryWrite(unwritten: Unwritten): Promise<void> {
    while (this.#unwritten.get(unwritten.account) === unwritten) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await this.#write(unwritten);
    }
  }

  async #refused(renewal: Renewal, error: unknown, ms: number): Promise<undefined> {
    const { player, account, taken } = renewal;
    const { code, status } = isClientError(error) ? error : { code: "callback_failed", status: undefined };
    const isDead = code === "invalid_grant";
    channels.tokenRefresh.publish(() => ({
      player,
      outcome: isDead ? "refused" : "failed",
      durationMs: ms,
      code,
    }));
    if (isDead) {
      // Deletes the record only if it still contains the revoked token.
      const isDeleted = await this.#store.delete(account, taken.version);
      // Not awaited, because the caller learns from the store that the player is signed out.
      if (isDeleted) this.#track(this.#service.onDead(player));
      return undefined;
    }
    // If the request's outcome is unknown, the lease must be left to expire.
    if (status !== undefined || unsentCodes.has(code)) await this.#release(renewal);
    throw error;
  }

  async #release({ account, taken }: Renewal): Promise<void> {
    try {
      await this.#store.release(account, taken.fence);
    } catch (error) {
      publishStoreFailure("Releasing a player's lease", error);
    }
  }
}

export function publishStoreFailure(operation: string, error: unknown): void {
  channels.storeFailed.publish(() => ({
    operation,
    code: isClientError(error) ? error.code : "store_failed",
  }));
}

function currentLifetime({ expiresIn, receivedAt }: Unwritten): RecordLifetime {
  return lifetimeOf(expiresIn, performance.now() - receivedAt);
}

/** @param remainingMs - the lease's remaining time. */
function answerTime(remainingMs: number): number {
  const ms = Math.floor(remainingMs) - writeMs;
  if (ms >= minAnswerMs) return ms;
  throw new ClientError({
    type: ErrorType.ClientNotReady,
    code: "session_busy",
    message: `The token was not refreshed: only ${Math.max(0, Math.floor(remainingMs))} ms of its ${leaseMs} ms lease were left, which is not enough time for the service to respond.`,
    hint: "Try again. If this happens often, check this process's load and the latency of its store and limits.",
    retryable: true,
  });
}
