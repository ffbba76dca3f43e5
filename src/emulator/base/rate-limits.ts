import { fields } from "../../input/fields.ts";
import type { Reader } from "../../input/reader.ts";
import { optional, pattern, secondsOf, textOf, whole } from "../../input/readers.ts";
import { Recent } from "./recent.ts";
import { createHash } from "node:crypto";
import { RateLimited } from "./refusal.ts";

/** So many requests in so many seconds. */
export interface RateLimit {
  /** Default: every method. */
  readonly method?: string | undefined;
  /** Pattern of the path below the API base, for example `/\/commands$/`. Default: every path. */
  readonly path?: RegExp | undefined;
  readonly requests: number;
  readonly seconds: number;
}

/** So many requests in so many seconds. */
export const readRateLimit: Reader<RateLimit> = fields<RateLimit>({
  method: optional(textOf({ most: 20 })),
  path: optional(pattern),
  requests: whole(1, 1_000_000),
  seconds: secondsOf(86_400),
});

/** A request, as its limit is looked up. */
export interface LimitedRequest {
  readonly method: string;
  /** Below the API base. */
  readonly path: string;
  /** The `Authorization` header: limits are counted per credential. */
  readonly authorization: string | undefined;
}

interface Window {
  left: number;
  /** Milliseconds on the clock. */
  readonly end: number;
}

/** Counts requests per limit, credential and guild, as the service does (Discord documentation, Rate Limits). */
export class RateLimits {
  readonly #limits: readonly RateLimit[];
  readonly #now: () => number;
  readonly #windows = new Recent<string, Window>();

  /**
   * @param limits - the first that fits a request is its own.
   * @param now - milliseconds since 1970.
   */
  constructor(limits: readonly RateLimit[], now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Counts a request.
   *
   * @returns the headers of its answer; none when no limit is for it.
   * @throws RateLimited when the limit is reached.
   */
  count(request: LimitedRequest): Readonly<Record<string, string>> {
    const limit = this.#limits.find(
      ({ method, path }) =>
        (method === undefined || method === request.method) &&
        (path === undefined || request.path.search(path) !== -1),
    );
    if (!limit) return {};
    const window = this.#openWindow(limit, request);
    const headers = describe(limit, window, this.#now());
    if (window.left > 0) {
      window.left -= 1;
      return { ...headers, "x-ratelimit-remaining": String(window.left) };
    }
    const retryAfter = (window.end - this.#now()) / 1000;
    throw new RateLimited({ message: "You are being rate limited.", retryAfter, scope: "user" }, headers);
  }

  #openWindow(limit: RateLimit, { path, authorization = "" }: LimitedRequest): Window {
    const [, guild = ""] = /\/guilds\/(\d+)/.exec(path) ?? [];
    const key = `${bucketOf(limit)} ${guild} ${authorization}`;
    const known = this.#windows.get(key);
    if (known && known.end > this.#now()) return known;
    const window = { left: limit.requests, end: this.#now() + limit.seconds * 1000 };
    this.#windows.set(key, window);
    return window;
  }
}

/** An opaque name, the same for every guild: the guild counts beside it. */
function bucketOf({ method = "", path, requests, seconds }: RateLimit): string {
  const text = [method, path?.source, requests, seconds].join(" ");
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function describe(limit: RateLimit, { left, end }: Window, now: number): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit.requests),
    "x-ratelimit-remaining": String(left),
    "x-ratelimit-reset": (end / 1000).toFixed(3),
    "x-ratelimit-reset-after": ((end - now) / 1000).toFixed(3),
    "x-ratelimit-bucket": bucketOf(limit),
  };
}
