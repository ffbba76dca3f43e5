import { isObject } from "../core/check/readers.ts";
import type { TokenGrant } from "../tokens/token-set.ts";
import { type RecordLife, leaseMs, type PlayerStore, type Taken } from "./player-store.ts";
import { channels } from "./tracing/fleet-channels.ts";
import type { SteadyClock } from "../core/request/clock.ts";
import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { readForeignJson } from "../core/request/response.ts";

/** The tokens of a player, as they are kept. */
export interface KeptTokens {
  readonly accessToken: string;
  /** Undefined for a provisional account, and where the service gave none. */
  readonly refreshToken: string | undefined;
  readonly scopes: string;
}

/** A token is renewed when this share of its life is left, but no more than a day before its end. */
const dueShare = 0.15;
const longestMarginMs = 24 * 60 * 60_000;

export function keptTokens({ accessToken, refreshToken, scopes }: TokenGrant, old?: KeptTokens): KeptTokens {
  // An answer without refresh token or scopes keeps the old ones (RFC 6749 §6).
  return {
    accessToken,
    refreshToken: refreshToken ?? old?.refreshToken,
    scopes: scopes === "" ? (old?.scopes ?? "") : scopes,
  };
}

export function formatTokens({ accessToken, refreshToken, scopes }: KeptTokens): string {
  return JSON.stringify({ a: accessToken, r: refreshToken, s: scopes });
}

/** Undefined if it is not one of ours. */
export function parseTokens(record: string): KeptTokens | undefined {
  const fields = readForeignJson(record);
  if (!isObject(fields)) return undefined;
  const { a, r, s } = fields;
  if (typeof a !== "string" || typeof s !== "string") return undefined;
  return { accessToken: a, refreshToken: typeof r === "string" ? r : undefined, scopes: s };
}

/**
 * How long a token is good for that came `agoMs` ago.
 *
 * @param expiresIn - seconds; undefined when the service did not say.
 */
export function lifeOf(expiresIn: number | undefined, agoMs: number): RecordLife {
  if (expiresIn === undefined) return { dueMs: undefined, leftMs: undefined };
  const lifeMs = expiresIn * 1000;
  const leftMs = Math.max(0, lifeMs - agoMs);
  return { leftMs, dueMs: Math.max(0, leftMs - Math.min(longestMarginMs, lifeMs * dueShare)) };
}

const pauseMs = 250;
/** What is kept of a lease for the write. */
const writeMs = 2000;
/** The service gets no less time for its answer: without it the token would be lost. */
const leastAnswerMs = 7000;
/** Without a status, these tell that nothing was sent: the limits did not let it go, or the lease was too short. */
const unsentCodes: ReadonlySet<string> = new Set([
  "rate_limited",
  "limits_timeout",
  "too_many_invalid_requests",
  "session_busy",
]);

/** A record that is this instance's to renew. */
interface Renewal {
  readonly player: Snowflake;
  readonly account: string;
  readonly taken: Taken & { readonly state: "leased" };
  readonly tokens: KeptTokens;
  /** When the lease was asked for, by the clock of the renewals. */
  readonly askedAt: number;
}

/** Gives the milliseconds that the service has for its answer. @throws ClientError `session_busy` when they are too few. */
export type AnswerTime = () => number;

export type Ask = (player: Snowflake, tokens: KeptTokens, answerTime: AnswerTime) => Promise<TokenGrant>;

/** A token that the service has given and the store has not taken yet: it is nowhere else. */
interface Unkept {
  readonly account: string;
  readonly fence: number;
  readonly tokens: KeptTokens;
  readonly expiresIn: number | undefined;
  readonly receivedAt: number;
  /** Why the store has not taken it. */
  failure?: unknown;
}

/** Tokens that a caller gets. */
export interface Found {
  readonly tokens: KeptTokens;
  readonly leftMs: number | undefined;
}

/** What renews tokens, and is told of those that are dead. */
interface RenewalService {
  readonly ask: Ask;
  onDead(player: Snowflake): Promise<void>;
}

/**
 * Renews leased records. Between the service's answer and the write, the new token exists here only: nothing else is done in
 * between, and a failing store is asked again until it takes the record.
 */
export class Renewals {
  readonly #store: PlayerStore;
  readonly #service: RenewalService;
  readonly #clock: SteadyClock;
  readonly #unkept = new Map<string, Unkept>();
  readonly #calls = new Set<Promise<unknown>>();

  /** @param clock - also passes while the machine sleeps, as the leases do. */
  constructor(store: PlayerStore, service: RenewalService, clock: SteadyClock) {
    this.#store = store;
    this.#service = service;
    this.#clock = clock;
  }

  /** The record that the store has not taken yet, and why. Until then no record of the store may be renewed: it is older. */
  unkept(account: string): (Found & Pick<Unkept, "failure">) | undefined {
    const unkept = this.#unkept.get(account);
    if (!unkept) return undefined;
    return { tokens: unkept.tokens, leftMs: lifeNow(unkept).leftMs, failure: unkept.failure };
  }

  /**
   * Brought to its end even when nobody waits for it any longer: its answer holds the only token that lives.
   *
   * @returns undefined when somebody else has renewed, or the player is gone: look again.
   * @throws ClientError the error of the service or the store.
   */
  renew(renewal: Renewal): Promise<Found | undefined> {
    const work = this.#renew(renewal);
    this.#track(work);
    return work;
  }

  /** Forgets the unwritten record: the player is gone. */
  drop(account: string): void {
    this.#unkept.delete(account);
  }

  /** Resolves when nothing is under way, and all that the service gave is kept. */
  async settled(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.catch(() => undefined).finally(() => this.#calls.delete(tracked));
    this.#calls.add(tracked);
  }

  async #renew(renewal: Renewal): Promise<Found | undefined> {
    const { player, account, taken, tokens, askedAt } = renewal;
    const startedAt = performance.now();
    let grant: TokenGrant;
    try {
      grant = await this.#service.ask(player, tokens, () => answerTime(askedAt + leaseMs - this.#clock()));
    } catch (error) {
      return this.#refused(renewal, error, performance.now() - startedAt);
    }
    const unkept: Unkept = {
      account,
      fence: taken.fence,
      tokens: keptTokens(grant, tokens),
      expiresIn: grant.expiresIn,
      receivedAt: performance.now(),
    };
    const isOurs = await this.#keep(unkept);
    if (!isOurs) channels.tokenConflict.publish(() => ({ player }));
    const outcome = isOurs ? "refreshed" : "adopted";
    channels.tokenRefresh.publish(() => ({ player, outcome, ms: performance.now() - startedAt }));
    return isOurs ? { tokens: unkept.tokens, leftMs: lifeNow(unkept).leftMs } : undefined;
  }

  /** Whether the token counts, now or once the store takes it: false when a newer one was kept before. */
  async #keep(unkept: Unkept): Promise<boolean> {
    this.#unkept.set(unkept.account, unkept);
    const isKept = await this.#write(unkept);
    if (isKept === undefined) this.#track(this.#tryUntilKept(unkept));
    return isKept ?? true;
  }

  /** Undefined when the store failed. */
  async #write(unkept: Unkept): Promise<boolean | undefined> {
    const { account, fence, tokens } = unkept;
    try {
      const written = await this.#store.write(account, fence, formatTokens(tokens), lifeNow(unkept));
      if (this.#unkept.get(account) === unkept) this.#unkept.delete(account);
      return written.isKept;
    } catch (error) {
      unkept.failure = error;
      tellStoreFailed("Keeping a player's tokens", error);
      return undefined;
    }
  }

  async #tryUntilKept(unkept: Unkept): Promise<void> {
    while (this.#unkept.get(unkept.account) === unkept) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await this.#write(unkept);
    }
  }

  async #refused(renewal: Renewal, error: unknown, ms: number): Promise<undefined> {
    const { player, account, taken } = renewal;
    const { code, status } = isClientError(error) ? error : { code: "callback_failed", status: undefined };
    const isDead = code === "invalid_grant";
    channels.tokenRefresh.publish(() => ({ player, outcome: isDead ? "refused" : "failed", ms, code }));
    if (isDead) {
      // Only a record that still holds the dead token may go.
      const isBuried = await this.#store.bury(account, taken.version);
      // Nobody waits for it: the caller learns from the store that the player is gone.
      if (isBuried) this.#track(this.#service.onDead(player));
      return undefined;
    }
    // Answered or never sent, the token was not used up; else nobody knows, and the lease is left to end by itself.
    if (status !== undefined || unsentCodes.has(code)) await this.#release(renewal);
    throw error;
  }

  async #release({ account, taken }: Renewal): Promise<void> {
    try {
      await this.#store.release(account, taken.fence);
    } catch (error) {
      tellStoreFailed("Giving back a player's lease", error);
    }
  }
}

/** Tells the listeners that the store failed. */
export function tellStoreFailed(operation: string, error: unknown): void {
  channels.storeFailed.publish(() => ({
    operation,
    code: isClientError(error) ? error.code : "store_failed",
  }));
}

function lifeNow({ expiresIn, receivedAt }: Unkept): ReturnType<typeof lifeOf> {
  return lifeOf(expiresIn, performance.now() - receivedAt);
}

/** @param leftMs - of the lease, after which another instance may send the same refresh token. */
function answerTime(leftMs: number): number {
  const ms = Math.floor(leftMs) - writeMs;
  if (ms >= leastAnswerMs) return ms;
  throw new ClientError({
    type: ErrorType.ClientNotReady,
    code: "session_busy",
    message: `The token was not refreshed: ${Math.max(0, Math.floor(leftMs))} of the ${leaseMs} ms for which it was leased were left, too few for the service's answer.`,
    hint: "Try again. If it comes often, check how long the store and the limits take, and how busy this process is.",
    retryable: true,
  });
}
