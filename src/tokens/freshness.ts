import type { TokenSet } from "./token-set.ts";

/** Discord Social SDK, `GetToken`: when less than a day is left. */
const longestMarginMs = 24 * 60 * 60 * 1000;

/** Clocks are often set back slightly. */
const toleratedStepMs = 60_000;

/** The state of an access token: usable, due for renewal before use, or expired. */
export type Freshness = "fresh" | "due" | "over";

/**
 * Measures token age with two clocks: wall time keeps running while the machine sleeps; monotonic time ignores clock changes. The
 * larger elapsed time counts.
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
    // Random, so processes that share a token do not renew it simultaneously.
    const share = 0.1 * (1 + Math.random());
    this.#marginMs = Math.min(longestMarginMs, (tokens.expiresAt - tokens.receivedAt) * share);
  }

  now(): Freshness {
    const left = this.#leftMs();
    if (left === undefined) return "due";
    if (left <= 0) return "over";
    return left <= this.#marginMs ? "due" : "fresh";
  }

  lasts(ms: number): boolean {
    const left = this.#leftMs();
    return left !== undefined && left >= ms;
  }

  /** Infinite for a token without expiry, `undefined` if unknown. */
  #leftMs(): number | undefined {
    const { expiresAt, receivedAt } = this.#tokens;
    if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
    // Received in the future: the clock was set back by an unknown amount.
    if (this.#ageAtStart < -toleratedStepMs) return undefined;
    const age = Math.max(Date.now() - receivedAt, this.#ageAtStart + (performance.now() - this.#startedAt));
    return expiresAt - receivedAt - age;
  }
}
