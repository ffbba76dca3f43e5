import { isObject } from "../core/check/readers.ts";
import type { TokenGrant } from "../tokens/token-set.ts";
import { type RecordLife, leaseMs, type PlayerStore, type Taken } from "./player-store.ts";
import { channels } from "./tracing/fleet-channels.ts";
import type { SteadyClock } from "../core/request/clock.ts";
import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { readForeignJson } from "../core/request/response.ts";

export interface KeptTokens {
  readonly accessToken: string;
  /** `undefined` for a provisional account. */
  readonly refreshToken: string | undefined;
  readonly scopes: string;
}

/** A token is due when this share of its lifetime, at most a day, is left. */
const dueShare = 0.15;
const longestMarginMs = 24 * 60 * 60_000;

export function keptTokens({ accessToken, refreshToken, scopes }: TokenGrant, old?: KeptTokens): KeptTokens {
  // A response without refresh token or scopes keeps the old ones (RFC 6749 §6).
  return {
    accessToken,
    refreshToken: refreshToken ?? old?.refreshToken,
    scopes: scopes === "" ? (old?.scopes ?? "") : scopes,
  };
}

export function formatTokens({ accessToken, refreshToken, scopes }: KeptTokens): string {
  return JSON.stringify({ a: accessToken, r: refreshToken, s: scopes });
}

export function parseTokens(record: string): KeptTokens | undefined {
  const fields = readForeignJson(record);
  if (!isObject(fields)) return undefined;
  const { a, r, s } = fields;
  if (typeof a !== "string" || typeof s !== "string") return undefined;
  return { accessToken: a, refreshToken: typeof r === "string" ? r : undefined, scopes: s };
}

/** @param expiresIn - seconds. */
export function lifeOf(expiresIn: number | undefined, agoMs: number): RecordLife {
  if (expiresIn === undefined) return { dueMs: undefined, leftMs: undefined };
  const lifeMs = expiresIn * 1000;
  const leftMs = Math.max(0, lifeMs - agoMs);
  return { leftMs, dueMs: Math.max(0, leftMs - Math.min(longestMarginMs, lifeMs * dueShare)) };
}

const pauseMs = 250;
/** Reserved for the write. */
const writeMs = 2000;
/** A timeout would lose the new token. */
const leastAnswerMs = 7000;
/** Without a status, these mean that no request was sent. */
const unsentCodes: ReadonlySet<string> = new Set([
  "rate_limited",
  "limits_timeout",
  "too_many_invalid_requests",
  "session_busy",
]);

interface Renewal {
  readonly player: Snowflake;
  readonly account: string;
  readonly taken: Taken & { readonly state: "leased" };
  readonly tokens: KeptTokens;
  readonly askedAt: number;
}

/** Returns the milliseconds left for the response. @throws ClientError `session_busy`. */
export type AnswerTime = () => number;

export type Ask = (player: Snowflake, tokens: KeptTokens, answerTime: AnswerTime) => Promise<TokenGrant>;

/** The only copy of a token that the store does not have yet. */
interface Unkept {
  readonly account: string;
  readonly fence: number;
  readonly tokens: KeptTokens;
  readonly expiresIn: number | undefined;
  readonly receivedAt: number;
  failure?: unknown;
}

export interface Found {
  readonly tokens: KeptTokens;
  readonly leftMs: number | undefined;
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
  readonly #unkept = new Map<string, Unkept>();
  readonly #calls = new Set<Promise<unknown>>();

  /** @param clock - includes time in which the machine sleeps. */
  constructor(store: PlayerStore, service: RenewalService, clock: SteadyClock) {
    this.#store = store;
    this.#service = service;
    this.#clock = clock;
  }

  /** Returns the unwritten record and the store's error. Do not renew the store's record, which is older. */
  unkept(account: string): (Found & Pick<Unkept, "failure">) | undefined {
    const unkept = this.#unkept.get(account);
    if (!unkept) return undefined;
    return { tokens: unkept.tokens, leftMs: lifeNow(unkept).leftMs, failure: unkept.failure };
  }

  /**
   * Continues even if the caller stops waiting, because the response contains the only valid token.
   *
   * @returns `undefined` if another instance has renewed it, or if the player is signed out.
   */
  renew(renewal: Renewal): Promise<Found | undefined> {
    const work = this.#renew(renewal);
    this.#track(work);
    return work;
  }

  drop(account: string): void {
    this.#unkept.delete(account);
  }

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

  /** Returns `false` if a newer token is already stored. */
  async #keep(unkept: Unkept): Promise<boolean> {
    this.#unkept.set(unkept.account, unkept);
    const isKept = await this.#write(unkept);
    if (isKept === undefined) this.#track(this.#tryUntilKept(unkept));
    return isKept ?? true;
  }

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
      // Deletes the record only if it still holds the revoked token.
      const isBuried = await this.#store.bury(account, taken.version);
      // Not awaited: the caller learns from the store that the player is signed out.
      if (isBuried) this.#track(this.#service.onDead(player));
      return undefined;
    }
    // If the outcome of the request is unknown, the lease has to expire.
    if (status !== undefined || unsentCodes.has(code)) await this.#release(renewal);
    throw error;
  }

  async #release({ account, taken }: Renewal): Promise<void> {
    try {
      await this.#store.release(account, taken.fence);
    } catch (error) {
      tellStoreFailed("Releasing a player's lease", error);
    }
  }
}

export function tellStoreFailed(operation: string, error: unknown): void {
  channels.storeFailed.publish(() => ({
    operation,
    code: isClientError(error) ? error.code : "store_failed",
  }));
}

function lifeNow({ expiresIn, receivedAt }: Unkept): ReturnType<typeof lifeOf> {
  return lifeOf(expiresIn, performance.now() - receivedAt);
}

/** @param leftMs - rest of the lease. */
function answerTime(leftMs: number): number {
  const ms = Math.floor(leftMs) - writeMs;
  if (ms >= leastAnswerMs) return ms;
  throw new ClientError({
    type: ErrorType.ClientNotReady,
    code: "session_busy",
    message: `The token was not refreshed: ${Math.max(0, Math.floor(leftMs))} of the ${leaseMs} ms for which it was leased were left, too few for the service's answer.`,
    hint: "Try again. If it happens often, check the speed of the store and the limits, and the load of this process.",
    retryable: true,
  });
}
