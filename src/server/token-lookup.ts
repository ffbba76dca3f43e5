import { setTimeout as wait } from "node:timers/promises";
import type { SteadyClock } from "../core/request/clock.ts";
import { formatDuration } from "../core/request/clock.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { type StoredTokens, readStoredTokens } from "./stored-tokens.ts";
import type { StoredRecord, PlayerStore, Taken } from "./player-store.ts";
import { type FoundTokens, publishStoreFailure, type Renewal, type Renewals } from "./renewals.ts";
import { channels, type FleetEvents } from "./tracing/fleet-channels.ts";

/** How long to wait for another instance's renewal. */
const renewalTimeoutMs = 15_000;
const minPauseMs = 50;
const maxPauseMs = 250;

/** Finds players' tokens in the store and renews tokens that are due. */
export class TokenLookup {
  readonly #store: PlayerStore;
  readonly #renewals: Renewals;
  readonly #clock: SteadyClock;
  readonly #accountOf: (player: Snowflake) => string;
  readonly #pending = new Map<string, Promise<FoundTokens>>();

  constructor(
    store: PlayerStore,
    renewals: Renewals,
    clock: SteadyClock,
    accountOf: (player: Snowflake) => string,
  ) {
    this.#store = store;
    this.#renewals = renewals;
    this.#clock = clock;
    this.#accountOf = accountOf;
  }

  /**
   * Returns tokens whose access token is valid. Concurrent callers share one lookup.
   *
   * @param rejected - An access token that the service rejected.
   */
  find(player: Snowflake, rejected: string | undefined): Promise<FoundTokens> {
    const key = `${player} ${rejected ?? ""}`;
    const pending =
      this.#pending.get(key) ?? this.#find(player, rejected).finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }

  /** Returns the player's tokens, even if they have expired, because expired tokens can be revoked too. */
  async findAny(player: Snowflake): Promise<StoredTokens | undefined> {
    const account = this.#accountOf(player);
    const unwritten = this.#renewals.unwritten(account);
    if (unwritten) return unwritten.tokens;
    const taken = await this.#take(account, undefined);
    if (!("record" in taken)) return undefined;
    await this.#release(account, taken);
    return readStoredTokens(taken.record);
  }

  async #find(player: Snowflake, rejected: string | undefined): Promise<FoundTokens> {
    const account = this.#accountOf(player);
    const startedAt = performance.now();
    let rejectedVersion: number | undefined;
    for (let pauseMs = minPauseMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
      const unwritten = this.#renewals.unwritten(account);
      if (unwritten) {
        if (unwritten.tokens.accessToken !== rejected && unwritten.remainingMs !== 0) return unwritten;
        if (unwritten.failure) throw unwritten.failure;
        await this.#pause(pauseMs, startedAt);
        continue;
      }
      const requestedAt = this.#clock();
      // Attempts must be sequential.
      const taken = await this.#take(account, rejectedVersion);
      const durationMs = this.#clock() - requestedAt;
      channels.tokenRead.publish(() => ({ player, outcome: outcomeOf(taken), durationMs }));
      if (!("record" in taken)) throw signedOut(taken.state);
      const tokens = await this.#readStoredTokens(account, taken);
      const works = tokens.accessToken !== rejected && taken.remainingMs !== 0;
      if (taken.state === "fresh" && works) return { tokens, remainingMs: taken.remainingMs };
      if (taken.state === "leased") {
        const renewed = await this.#renew({ player, account, taken, tokens, requestedAt }, works);
        if (renewed) return renewed;
      } else if (taken.state === "fresh") {
        rejectedVersion = taken.version;
      } else {
        if (works) return { tokens, remainingMs: taken.remainingMs };
        await this.#pause(pauseMs, startedAt);
      }
    }
  }

  async #pause(ms: number, startedAt: number): Promise<void> {
    if (performance.now() - startedAt > renewalTimeoutMs) throw stillBusy(renewalTimeoutMs);
    await wait(ms * (0.5 + Math.random()));
  }

  async #take(account: string, rejectedVersion: number | undefined): Promise<Taken> {
    try {
      return await this.#store.take(account, rejectedVersion);
    } catch (error) {
      publishStoreFailure("Reading a player's tokens", error);
      throw error;
    }
  }

  /** If the renewal fails while the token is still valid, the token is returned; a later renewal may succeed. */
  async #renew(renewal: Renewal, stillWorks: boolean): Promise<FoundTokens | undefined> {
    try {
      return await this.#renewals.renew(renewal);
    } catch (error) {
      if (!stillWorks) throw error;
      return { tokens: renewal.tokens, remainingMs: renewal.taken.remainingMs };
    }
  }

  /** Other instances may be able to read a record that this one cannot. */
  async #readStoredTokens(account: string, taken: Taken & StoredRecord): Promise<StoredTokens> {
    try {
      return readStoredTokens(taken.record);
    } catch (error) {
      await this.#release(account, taken);
      throw error;
    }
  }

  async #release(account: string, taken: Taken): Promise<void> {
    if (taken.state === "leased") await this.#store.release(account, taken.fence);
  }
}

function outcomeOf(taken: Taken): FleetEvents["tokenRead"]["outcome"] {
  if (!("record" in taken)) return taken.state;
  if (taken.state === "fresh") return "fresh";
  return taken.remainingMs === 0 ? "over" : "due";
}

function signedOut(state: "none" | "ended"): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "session_ended",
    message:
      state === "none"
        ? "There are no tokens for this player id, because the player has not signed in."
        : "The player is signed out: the tokens were revoked or deleted, or the service rejected the refresh token.",
    hint: "Ask the player to sign in again.",
  });
}

function stillBusy(ms: number): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "session_busy",
    message: `The player's token has expired, and another instance did not renew it within ${formatDuration(ms)}.`,
    hint: "Try again.",
    retryable: true,
  });
}
