import type { Fetch } from "../../src/core/request/addresses.ts";
import { sleep } from "../../src/core/request/deadline.ts";
import { InvalidRequests, RateLimiter } from "../../src/core/request/rate-limiter.ts";
import { type HttpAnswer, send } from "../../src/core/request/send.ts";
import { limitedAnswer } from "../../src/core/request/wait-budget.ts";
import { requestsPerSecond } from "../../src/wire/limits.ts";
import type { Config } from "./config.ts";

export interface DeliveryOptions {
  readonly signal?: AbortSignal;
  readonly fetch?: Fetch | undefined;
  /** Called before the program waits for a rate limit. */
  readonly onWait?: (ms: number) => void;
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly as: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const operation = "A fact";
const timeoutMs = 30_000;
const maxBodyBytes = 16 * 1024 * 1024;
/** After this many 429 responses, the last one is the result. */
const maxLimited = 10;

/** Returns a function that sends requests within the rate limits and repeats a request after a 429 response. */
export function openDelivery(
  { apiBase, variables, requestsPerSecond: requests = requestsPerSecond }: Config,
  options: DeliveryOptions,
) {
  const { signal, fetch, onWait } = options;
  const limiter = new RateLimiter({ requests, windowMs: 1000, ofBucket: 1 });
  const invalid = InvalidRequests.of(apiBase);
  const wait = async (ms: number): Promise<void> => {
    onWait?.(ms);
    await sleep(Math.ceil(ms), operation, signal);
  };
  return async ({ method, url, path, as = "none", headers, body }: Sent): Promise<HttpAnswer> => {
    const limited = {
      identity: as,
      route: `${method} ${path.replace(/\?.*/, "").replaceAll(/\/\d+/g, "/:id")}`,
      resource: /\/(?:guilds|channels)\/\d+/.exec(path)?.[0] ?? "",
      applicationId: variables["app"] ?? "",
      operation,
      signal,
      wait,
      mayWaitMs: Infinity,
    };
    for (let count = 0; ; count++) {
      invalid.check(operation);
      const slot = await limiter.enter(limited);
      let seen: ReturnType<typeof limitedAnswer> | undefined;
      try {
        const request = { operation, method: method as "GET", headers, body, timeoutMs, maxBodyBytes };
        const answer = await send(url, { ...request, signal, fetch });
        invalid.note(answer.status, answer.headers);
        seen = limitedAnswer(answer);
        // Also returns a response that reports a limit of several hours.
        if (seen.block === undefined || count >= maxLimited) return answer;
      } finally {
        slot.leave(seen);
      }
    }
  };
}
