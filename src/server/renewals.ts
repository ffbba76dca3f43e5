import type { TokenGrant } from "../tokens/token-set.ts";
import { formatTokens, type StoredTokens, toStoredTokens, lifetimeOf } from "./stored-tokens.ts";
import { leaseMs, type PlayerStore, type RecordLifetime, type Taken } from "./player-store.ts";
import { channels } from "./tracing/fleet-channels.ts";
import type { SteadyClock } from "../core/request/clock.ts";
import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import type { Snowflake } from "../wire/snowflake.ts";

const pauseMs = 250;
/** Time reserved for the write. */
const writeMs = 2000;
/** A timeout would lose the new token. */
const minAnswerMs = 7000;
/** Without a status, these codes mean that no request was sent. */
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

/** The only copy of a token that is not in the store yet. */
interface Unwritten {
  readonly account: string;
  readonly fence: number;
  readonly tokens: StoredTokens;
  readonly expiresIn: number | undefined;
  readonly receivedAt: number;
  failure?: unknown;
}

/** A player's tokens, and the milliseconds until the access token expires. */
export interface FoundTokens {
  readonly tokens: StoredTokens;
  readonly remainingMs: number | undefined;
}

interface RenewalService {
  readonly ask: Ask;
  onDead(player: Snowflake): Promise<void>;
}

/** Renews leased records. A new token exists only here until it is written, so the write is repeated until it succeeds. */
export class Renewals {
  readonly #store: PlayerStore;
  readonly #service: RenewalService;
  readonly #clock: SteadyClock;
  readonly #unwritten = new Map<string, Unwritten>();
  readonly #calls = new Set<Promise<unknown>>();

  /** @param clock - Includes the time during which the machine sleeps. */
  constructor(store: PlayerStore, service: RenewalService, clock: SteadyClock) {
    this.#store = store;
    this.#service = service;
    this.#clock = clock;
  }

  /** Returns the unwritten record and the store's error. Do not renew the store's record, which is older. */
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
   * @returns `undefined` if another instance has renewed it, or if the player is signed out.
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
    channels.tokenRefresh.publish(() => ({ player, outcome, ms: performance.now() - startedAt }));
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
      publishStoreFailure("Keeping a player's tokens", error);
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
    channels.tokenRefresh.publish(() => ({ player, outcome: isDead ? "refused" : "failed", ms, code }));
    if (isDead) {
      // Deletes the record only if it still holds the revoked token.
      const isDeleted = await this.#store.delete(account, taken.version);
      // Not awaited, because the caller learns from the store that the player is signed out.
      if (isDeleted) this.#track(this.#service.onDead(player));
      return undefined;
    }
    // If the request's outcome is unknown, the lease has to expire.
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

/** @param remainingMs - rest of the lease. */
function answerTime(remainingMs: number): number {
  const ms = Math.floor(remainingMs) - writeMs;
  if (ms >= minAnswerMs) return ms;
  throw new ClientError({
    type: ErrorType.ClientNotReady,
    code: "session_busy",
    message: `The token was not refreshed: ${Math.max(0, Math.floor(remainingMs))} of the ${leaseMs} ms of its lease were left, too few for a response from the service.`,
    hint: "Try again. If this happens often, check the latency of the store and the limits, and the load of this process.",
    retryable: true,
  });
}
