import { GatewayCloseCode, gatewayLimits } from "../../wire/gateway.ts";
import { Closing } from "./closing.ts";

const minuteMs = 60_000;

/** Counts what a bot sends over one connection. */
export class SendLimit {
  readonly #now: () => number;
  #sent = 0;
  #since = 0;

  /** @param now - milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @throws Closing 4008 for more than may be sent in a minute. */
  count(): void {
    const now = this.#now();
    if (now - this.#since >= minuteMs) {
      this.#since = now;
      this.#sent = 0;
    }
    if (++this.#sent > gatewayLimits.sendsPerMinute) throw new Closing(GatewayCloseCode.RateLimited);
  }
}
