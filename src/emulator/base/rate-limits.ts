import { requestsPerSecond } from "../../wire/limits.ts";
import { createHash } from "node:crypto";
import { fields } from "../../core/check/fields.ts";
import { type Reader, oneOf, optional, pattern, secondsOf, textOf, whole } from "../../core/check/readers.ts";
import { Recent } from "./recent.ts";
import { RateLimited } from "./refusal.ts";

/** A limit on the number of requests in a time window. @stable */
export interface RateLimit {
  /** Default: every method. */
  readonly method?: string | undefined;
  /** A pattern for the path below the API base, for example `/\/commands$/`. Default: every path. */
  readonly path?: RegExp | undefined;
  readonly requests: number;
  /** The length of the window, in seconds. The window starts with the first request. */
  readonly seconds: number;
  /**
   * Counts each caller's requests (`user`, the default), all callers' requests (`shared`), or each caller's requests to any route
   * (`global`). A global limit applies in addition to other limits, but not to interaction responses, whose paths contain a token.
   */
  readonly scope?: "user" | "shared" | "global" | undefined;
}

export const readRateLimit: Reader<RateLimit> = fields<RateLimit>({
  method: optional(textOf({ most: 20 })),
  path: optional(pattern),
  requests: whole(1, 1_000_000),
  seconds: secondsOf(86_400),
  scope: optional(oneOf(["user", "shared", "global"])),
});

/**
 * The limits observed on the service, for use as `rateLimits`: 50 requests per second for each bot (Discord documentation, Rate
 * Limits), 5 follow-ups per 2 seconds for each interaction (discord-api-docs issue 2701), and 5 created commands per 20 seconds
 * for each guild (MatteZ02/discord-interactions issue 21). No other limits are known.
 *
 * @stable
 */
export const observedRateLimits: readonly RateLimit[] = [
  { scope: "global", requests: requestsPerSecond, seconds: 1 },
  { method: "POST", path: /^\/webhooks\/\d+\/[^/]+$/, requests: 5, seconds: 2 },
  { method: "POST", path: /\/commands$/, requests: 5, seconds: 20 },
];

interface LimitedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

interface LimitWindow {
  readonly bucket: string;
  readonly requests: number;
  remaining: number;
  readonly end: number;
}

/** Counts requests by limit, by credential, and by guild, channel or webhook (Discord documentation, Rate Limits). */
export class RateLimits {
  readonly #limits: readonly RateLimit[];
  readonly #now: () => number;
  readonly #windows = new Recent<string, LimitWindow>();

  /** @param now - returns milliseconds since 1970. */
  constructor(limits: readonly RateLimit[], now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  count(request: LimitedRequest): Readonly<Record<string, string>> {
    const fitting = this.#limits.filter((limit) => isFor(limit, request));
    // The token in the path is the credential, so the bot's limits do not apply (Discord documentation, Rate Limits).
    const isForInteraction = /^\/(?:interactions|webhooks)\/\d+\/[^/]+/.test(request.path);
    const global = isForInteraction ? undefined : fitting.find(isGlobal);
    if (global) this.#take(global, request);
    const own = fitting.find((limit) => !isGlobal(limit));
    return own ? headersOfWindow(this.#take(own, request), this.#now()) : {};
  }

  #take(limit: RateLimit, request: LimitedRequest): LimitWindow {
    const window = this.#open(limit, request);
    if (window.remaining > 0) {
      window.remaining -= 1;
      return window;
    }
    const { scope = "user" } = limit;
    const now = this.#now();
    const headers = isGlobal(limit) ? {} : headersOfWindow(window, now);
    throw new RateLimited({ retryAfter: (window.end - now) / 1000, scope }, headers);
  }

  #open(limit: RateLimit, { path, authorization = "" }: LimitedRequest): LimitWindow {
    const { method = "", requests, seconds, scope = "user" } = limit;
    const bucket = bucketOf([method, limit.path?.source, requests, seconds, scope].join(" "));
    const key = [bucket, isGlobal(limit) || majorOf(path), scope === "shared" || authorization].join(" ");
    const known = this.#windows.get(key);
    if (known && known.end > this.#now()) return known;
    const window = { bucket, requests, remaining: requests, end: this.#now() + seconds * 1000 };
    this.#windows.set(key, window);
    return window;
  }
}

export function isFor(
  { method, path }: Pick<RateLimit, "method" | "path">,
  request: { readonly method: string; readonly path: string },
): boolean {
  // With a global or sticky pattern, `test` would depend on the previous match.
  return (
    (method ?? request.method) === request.method && (path === undefined || request.path.search(path) !== -1)
  );
}

function isGlobal({ scope }: RateLimit): boolean {
  return scope === "global";
}

function majorOf(path: string): string {
  return /\/(?:guilds|channels)\/\d+|^\/(?:webhooks|interactions)\/\d+(?:\/[^/]+)?/.exec(path)?.[0] ?? "";
}

export function bucketOf(limit: string): string {
  return createHash("sha256").update(limit).digest("hex").slice(0, 32);
}

export function headersOfWindow(window: LimitWindow, now: number): Record<string, string> {
  const { bucket, requests, remaining, end } = window;
  return {
    "x-ratelimit-limit": String(requests),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": (end / 1000).toFixed(3),
    "x-ratelimit-reset-after": ((end - now) / 1000).toFixed(3),
    "x-ratelimit-bucket": bucket,
  };
}
