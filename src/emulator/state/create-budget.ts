import { RateLimited } from "../base/refusal.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import { limits } from "../../wire/limits.ts";

const refillSeconds = 86_400 / limits.createsPerDay;

/**
 * The new commands that a scope may still get: a day's number, one coming back after another (Application Commands
 * Interface, "Limits"; the refill as observed at the service).
 */
export class CreateBudget {
  readonly #now: () => number;
  #left: number = limits.createsPerDay;
  #since: number;

  /** @param now - milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  /**
   * Takes `count` creates, or none.
   *
   * @throws Refusal 30034, with status 429, when fewer are left.
   */
  take(count: number): void {
    // A machine's clock may be set back.
    const passed = Math.max(0, this.#now() - this.#since);
    const periods = Math.floor(passed / (refillSeconds * 1000));
    this.#left = Math.min(limits.createsPerDay, this.#left + periods);
    this.#since += periods * refillSeconds * 1000;
    if (count > this.#left) throw this.#spent(count);
    if (this.#left === limits.createsPerDay) this.#since = this.#now();
    this.#left -= count;
  }

  #spent(count: number): RateLimited {
    const missing = Math.min(count, limits.createsPerDay) - this.#left;
    const elapsed = (this.#now() - this.#since) / 1000;
    return new RateLimited({
      code: JsonErrorCode.DailyCreatesSpent,
      message: `Max number of daily application command creates has been reached (${limits.createsPerDay})`,
      retryAfter: missing * refillSeconds - elapsed,
      scope: "shared",
    });
  }
}
