import type { LimitedRequest, RequestLimits, RequestPlace } from "./limits.ts";
import { loadSending } from "./late.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** The limits of a credential that nobody else uses. What keeps them is loaded by the first request. */
export class OwnLimits implements RequestLimits {
  #limiter: RateLimiter | undefined;

  async enter(request: LimitedRequest): Promise<RequestPlace> {
    const { RateLimiter } = await loadSending();
    this.#limiter ??= new RateLimiter();
    return this.#limiter.enter(request);
  }
}
