import { requestsPerSecond } from "../../wire/limits.ts";
import { createHash } from "node:crypto";
import { fields } from "../../core/check/fields.ts";
import { type Reader, oneOf, optional, pattern, secondsOf, textOf, whole } from "../../core/check/readers.ts";
import { Recent } from "./recent.ts";
import { RateLimited } from "./refusal.ts";

/** So many requests in so many seconds. */
export interface RateLimit {
  /** Default: every method. */
  readonly method?: string | undefined;
  /** Pattern of the path below the API base, for example `/\/commands$/`. Default: every path. */
  readonly path?: RegExp | undefined;
  /** Requests that are let through. */
  readonly requests: number;
  /** Seconds, from the first of them. */
  readonly seconds: number;
  /**
   * Whom it counts: each caller (`user`, the default), all callers together (`shared`), or each caller on all routes
   * (`global`): that one counts beside the others, and not for answers to interactions, whose paths hold a token.
   */
  readonly scope?: "user" | "shared" | "global" | undefined;
}

/** So many requests in so many seconds. */
export const readRateLimit: Reader<RateLimit> = fields<RateLimit>({
  method: optional(textOf({ most: 20 })),
  path: optional(pattern),
  requests: whole(1, 1_000_000),
  seconds: secondsOf(86_400),
  scope: optional(oneOf(["user", "shared", "global"])),
});

/**
 * Limits as they were seen at the service, for `rateLimits`: 50 requests a second of each bot (Discord documentation, Rate
 * Limits), 5 follow-ups in 2 seconds of each interaction (discord-api-docs issue 2701), and 5 commands that are created one
 * by one in 20 seconds, for each guild (MatteZ02/discord-interactions issue 21). The service publishes no others.
 */
export const observedRateLimits: readonly RateLimit[] = [
  { scope: "global", requests: requestsPerSecond, seconds: 1 },
  { method: "POST", path: /^\/webhooks\/\d+\/[^/]+$/, requests: 5, seconds: 2 },
  { method: "POST", path: /\/commands$/, requests: 5, seconds: 20 },
];

/** A request, as its limit is looked up. */
interface LimitedRequest {
  readonly method: string;
  /** Below the API base. */
  readonly path: string;
  /** The `Authorization` header: limits are counted per credential. */
  readonly authorization: string | undefined;
}

/** A limit as one caller sees it. */
interface LimitWindow {
  readonly bucket: string;
  readonly requests: number;
  left: number;
  /** Milliseconds since 1970. */
  readonly end: number;
}

/**
 * Counts requests per limit, credential, and guild, channel or webhook, as the service does (Discord documentation, Rate
 * Limits).
 */
export class RateLimits {
  readonly #limits: readonly RateLimit[];
  readonly #now: () => number;
  readonly #windows = new Recent<string, LimitWindow>();

  /**
   * @param limits - the first that fits a request is its own; the first global one counts beside it.
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
   * @throws RateLimited when a limit is reached.
   */
  count(request: LimitedRequest): Readonly<Record<string, string>> {
    const fitting = this.#limits.filter((limit) => isFor(limit, request));
    const global = isForInteraction(request) ? undefined : fitting.find(isGlobal);
    if (global) this.#take(global, request);
    const own = fitting.find((limit) => !isGlobal(limit));
    return own ? headersOfWindow(this.#take(own, request), this.#now()) : {};
  }

  #take(limit: RateLimit, request: LimitedRequest): LimitWindow {
    const window = this.#open(limit, request);
    if (window.left > 0) {
      window.left -= 1;
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
    const window = { bucket, requests, left: requests, end: this.#now() + seconds * 1000 };
    this.#windows.set(key, window);
    return window;
  }
}

/** Whether a limit, or a fault, is for a request. */
export function isFor(
  { method, path }: Pick<RateLimit, "method" | "path">,
  asked: { readonly method: string; readonly path: string },
): boolean {
  // A global or sticky pattern would remember where it stopped.
  return (method ?? asked.method) === asked.method && (path === undefined || asked.path.search(path) !== -1);
}

function isGlobal({ scope }: RateLimit): boolean {
  return scope === "global";
}

/** The token in the path is the credential, and no bot's limit is for it (Discord documentation, Rate Limits). */
function isForInteraction({ path }: LimitedRequest): boolean {
  return /^\/(?:interactions|webhooks)\/\d+\/[^/]+/.test(path);
}

/** The part of a path with its own limit: a guild, a channel, or a webhook or interaction with its token. */
function majorOf(path: string): string {
  return /\/(?:guilds|channels)\/\d+|^\/(?:webhooks|interactions)\/\d+(?:\/[^/]+)?/.exec(path)?.[0] ?? "";
}

/** An opaque name, the same for every guild, channel and webhook: those count beside it. */
export function bucketOf(limit: string): string {
  return createHash("sha256").update(limit).digest("hex").slice(0, 32);
}

/** The headers of an answer whose request was counted. */
export function headersOfWindow(window: LimitWindow, now: number): Record<string, string> {
  const { bucket, requests, left, end } = window;
  return {
    "x-ratelimit-limit": String(requests),
    "x-ratelimit-remaining": String(left),
    "x-ratelimit-reset": (end / 1000).toFixed(3),
    "x-ratelimit-reset-after": ((end - now) / 1000).toFixed(3),
    "x-ratelimit-bucket": bucket,
  };
}
