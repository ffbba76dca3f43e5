import type { TokenSet } from "./token-set.ts";

/** Never renew more than this long before the end (Discord Social SDK, `GetToken`: when less than a day is left). */
const longestMarginMs = 24 * 60 * 60 * 1000;

/** Clocks are set back by a little all the time. */
const toleratedStepMs = 60_000;

/** The state of an access token: usable, due for renewal before use, or expired. */
export type Freshness = "fresh" | "due" | "over";

/**
 * Tells how fresh a token is by two clocks: the one of the wall goes on while the machine sleeps, the other one does not
 * step when the time is set. The larger of both elapsed times counts.
 */
export class FreshnessWatch {
  readonly #tokens: TokenSet;
  readonly #ageAtStart: number = 0;
  readonly #startedAt = performance.now();
  readonly #marginMs: number = 0;

  constructor(tokens: TokenSet) {
    this.#tokens = tokens;
    if (tokens.expiresAt === undefined) return;
    this.#ageAtStart = Date.now() - tokens.receivedAt;
    // Between a tenth and a fifth of the life, by chance: processes that share a token do not all come at once.
    const share = 0.1 * (1 + Math.random());
    this.#marginMs = Math.min(longestMarginMs, (tokens.expiresAt - tokens.receivedAt) * share);
  }

  now(): Freshness {
    const left = this.#leftMs();
    if (left === undefined) return "due";
    if (left <= 0) return "over";
    return left <= this.#marginMs ? "due" : "fresh";
  }

  /** Whether the token is known to be valid for so long. */
  lasts(ms: number): boolean {
    const left = this.#leftMs();
    return left !== undefined && left >= ms;
  }

  /** Infinite for a token without an end; undefined where that is not known. */
  #leftMs(): number | undefined {
    const { expiresAt, receivedAt } = this.#tokens;
    if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
    // In the future: the clock was set back by an unknown amount.
    if (this.#ageAtStart < -toleratedStepMs) return undefined;
    const age = Math.max(Date.now() - receivedAt, this.#ageAtStart + (performance.now() - this.#startedAt));
    return expiresAt - receivedAt - age;
  }
}
