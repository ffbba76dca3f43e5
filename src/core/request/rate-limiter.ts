import { parseSecondsText } from "./response.ts";
import { requestsPerSecond, ban } from "../../wire/limits.ts";
import { abortedError, ClientError, ErrorType } from "../errors.ts";
import { inspectAs } from "../printing.ts";
import { orAborted } from "./abort.ts";
import type { LimitedResponse, LimitedRequest, LimitKey, RequestLimits, RequestSlot } from "./limits.ts";

export type Claim =
  | ({ readonly kind: "go" } & OwnSlot)
  | { readonly kind: "wait"; readonly ms: number; readonly reason: "bucket" | "global" }
  /** The bucket's first request is still pending; its response will contain the limit. */
  | { readonly kind: "busy"; readonly changed: Promise<void> };

interface Bucket extends Changing {
  limit: number;
  remaining: number;
  /** When `remaining` resets to `limit`, on the `performance.now()` clock. */
  resetAt: number;
  inFlight: number;
  isKnown: boolean;
}

/** One credential's requests that the service may count toward the current second. */
interface GlobalLimit extends Changing {
  inFlight: number;
  readonly answered: number[];
  blockedUntil: number;
}

export interface LimitShare {
  readonly requests: number;
  readonly windowMs: number;
  /** The fraction of each bucket that may be used, at most 1. At least one request is always allowed. */
  readonly ofBucket: number;
}

/** The share if no other limiter uses the credential. */
const everything: LimitShare = { requests: requestsPerSecond, windowMs: 1000, ofBucket: 1 };
const minToPrune = 1000;

export interface OwnSlot extends RequestSlot {
  readonly cancel: () => void;
}

/** Enforces the limit of each bucket, and 50 requests per second for each credential. */
export class RateLimiter implements RequestLimits {
  static {
    inspectAs(this.prototype, (self) => ({ entries: self.#size }));
  }
  readonly #bucketIds = new Map<string, { readonly id: string; readonly identity: string }>();
  readonly #buckets = new Map<string, Bucket>();
  readonly #globals = new Map<string, GlobalLimit>();
  #pruneAt = minToPrune;
  share: LimitShare;

  constructor(share: LimitShare = everything) {
    this.share = share;
  }

  async enter(request: LimitedRequest): Promise<OwnSlot> {
    const { operation, signal } = request;
    for (;;) {
      if (signal?.aborted) throw abortedError(operation);
      const claim = this.claim(request);
      if (claim.kind === "go") return claim;
      if (claim.kind === "wait") await request.wait(claim.ms, claim.reason);
      else await orAborted(claim.changed, operation, signal);
    }
  }

  claim(key: LimitKey): Claim {
    const now = performance.now();
    const bucket = this.#bucketOf(key, now);
    if (!bucket.isKnown && bucket.inFlight > 0) return { kind: "busy", changed: bucket.changed };
    if (now >= bucket.resetAt) bucket.remaining = this.#most(bucket.limit) - bucket.inFlight;
    if (bucket.remaining <= 0) {
      if (now < bucket.resetAt) return { kind: "wait", ms: bucket.resetAt - now, reason: "bucket" };
      return { kind: "busy", changed: bucket.changed };
    }
    const global = this.#globalOf(key.identity);
    const waiting = claimGlobal(global, now, this.share);
    if (waiting) return waiting;
    bucket.remaining--;
    bucket.inFlight++;
    return {
      kind: "go",
      leave: (answer) => this.#leave(key, bucket, answer),
      cancel: () => this.#cancel(bucket, global),
    };
  }

  block(key: LimitKey, ms: number, isGlobal: boolean): void {
    const until = performance.now() + ms;
    if (isGlobal) {
      this.#globalOf(key.identity).blockedUntil = until;
      return;
    }
    const bucket = this.#bucketOf(key, performance.now());
    bucket.remaining = 0;
    bucket.resetAt = until;
  }

  #leave(key: LimitKey, bucket: Bucket, answer: LimitedResponse | undefined): void {
    bucket.inFlight--;
    if (answer) this.#updateBucket(key, bucket, answer.headers);
    const global = this.#globalOf(key.identity);
    global.inFlight--;
    global.answered.push(performance.now());
    notifyWaiters(bucket);
    notifyWaiters(global);
    if (answer?.block) this.block(key, answer.block.durationMs, answer.block.isGlobal);
  }

  #cancel(bucket: Bucket, global: GlobalLimit): void {
    bucket.remaining++;
    bucket.inFlight--;
    global.inFlight--;
    notifyWaiters(bucket);
    notifyWaiters(global);
  }

  #updateBucket(key: LimitKey, bucket: Bucket, headers: Headers): void {
    bucket.isKnown = true;
    const level = readLevel(headers);
    if (!level) return;
    bucket.limit = level.limit;
    // The response may not reflect the pending requests yet.
    bucket.remaining = Math.max(0, Math.min(level.remaining, this.#most(level.limit)) - bucket.inFlight);
    bucket.resetAt = performance.now() + level.resetMs;
    const id = headers.get("x-ratelimit-bucket");
    if (id) this.#share(key, bucket, id);
  }

  /** Routes with the same bucket id share one bucket per guild or channel. */
  #share(key: LimitKey, bucket: Bucket, id: string): void {
    this.#bucketIds.set(`${key.identity} ${key.route}`, { id, identity: key.identity });
    const shared = this.#bucketOf(key, performance.now());
    if (shared !== bucket) shared.remaining = Math.min(shared.remaining, bucket.remaining);
  }

  #most(limit: number): number {
    return Math.max(1, Math.floor(limit * this.share.ofBucket));
  }

  #bucketOf(key: LimitKey, now: number): Bucket {
    const { identity, route, resource } = key;
    const own = `${identity} ${route} ${resource}`;
    const id = this.#bucketIds.get(`${identity} ${route}`)?.id;
    const name = id === undefined ? own : `${identity} ${id} ${resource}`;
    let bucket = this.#buckets.get(name);
    if (!bucket) {
      this.#prune(now);
      // Keeps the bucket's state from before its id was known.
      bucket = this.#buckets.get(own) ?? createBucket();
      this.#buckets.set(name, bucket);
    }
    return bucket;
  }

  /** Removes stale entries. Each player's token adds some. */
  #prune(now: number): void {
    if (this.#size < this.#pruneAt) return;
    for (const [name, { inFlight, resetAt }] of this.#buckets)
      if (inFlight === 0 && resetAt <= now) this.#buckets.delete(name);
    for (const [identity, global] of this.#globals)
      if (isIdle(global, now, this.share)) this.#globals.delete(identity);
    // The next response will contain the bucket id again.
    for (const [name, { identity }] of this.#bucketIds)
      if (!this.#globals.has(identity)) this.#bucketIds.delete(name);
    this.#pruneAt = Math.max(minToPrune, 2 * this.#size);
  }

  get #size(): number {
    return this.#buckets.size + this.#globals.size + this.#bucketIds.size;
  }

  #globalOf(identity: string): GlobalLimit {
    const global = this.#globals.get(identity) ?? createGlobal();
    this.#globals.set(identity, global);
    return global;
  }
}

/**
 * A request counts from its start until one second after its response, because the service may count it at any time in between.
 */
function claimGlobal(global: GlobalLimit, now: number, share: LimitShare): Claim | undefined {
  const { answered, blockedUntil } = global;
  if (blockedUntil > now) return { kind: "wait", ms: blockedUntil - now, reason: "global" };
  while (answered[0] !== undefined && answered[0] <= now - share.windowMs) answered.shift();
  if (global.inFlight + answered.length >= share.requests) {
    const [oldest] = answered;
    if (oldest === undefined) return { kind: "busy", changed: global.changed };
    return { kind: "wait", ms: oldest + share.windowMs - now, reason: "global" };
  }
  global.inFlight++;
  return undefined;
}

function isIdle({ inFlight, answered, blockedUntil }: GlobalLimit, now: number, share: LimitShare): boolean {
  const latest = answered.at(-1);
  return inFlight === 0 && blockedUntil <= now && (latest === undefined || latest <= now - share.windowMs);
}

function createGlobal(): GlobalLimit {
  return { inFlight: 0, answered: [], blockedUntil: 0, ...createNotice() };
}

function createBucket(): Bucket {
  return { limit: Infinity, remaining: Infinity, resetAt: 0, inFlight: 0, isKnown: false, ...createNotice() };
}

interface Changing {
  changed: Promise<void>;
  notify: () => void;
}

export function createNotice(): Changing {
  const noticed: Changing = { changed: Promise.resolve(), notify: () => undefined };
  noticed.changed = new Promise((resolve) => (noticed.notify = resolve));
  return noticed;
}

function notifyWaiters(changing: Changing): void {
  const { notify } = changing;
  Object.assign(changing, createNotice());
  notify();
}

interface BucketLevel {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** Reads the rate-limit headers. Returns `undefined` if any are missing or invalid. */
export function readLevel(headers: Headers): BucketLevel | undefined {
  const limit = readNumber(headers, "x-ratelimit-limit");
  const remaining = readNumber(headers, "x-ratelimit-remaining");
  const resetAfter = parseSecondsText(headers.get("x-ratelimit-reset-after"));
  if (limit === undefined || remaining === undefined || resetAfter === undefined) return undefined;
  return { limit: Math.max(1, limit), remaining, resetMs: resetAfter * 1000 };
}

function readNumber(headers: Headers, name: string): number | undefined {
  const value = Number(headers.get(name) ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Lower than the service's ban limit, because other programs may share the IP address. */
export const maxInvalid: number = 0.9 * ban.invalidRequests;
const { windowMs } = ban;
const slotMs = 60_000;

const byOrigin = new Map<string, InvalidRequests>();

/** Counts invalid requests and stops sending before the service bans this IP address. */
export class InvalidRequests {
  /** Counts per minute, oldest first. */
  readonly #slots: { readonly start: number; count: number }[] = [];
  readonly #most: number;

  /** @param most - Choose a smaller number if other programs share the IP address. */
  constructor(most: number = maxInvalid) {
    this.#most = most;
  }

  /** Bans apply to the IP address, so all clients in a process share one count. */
  static of(apiBase: string): InvalidRequests {
    const { origin } = new URL(apiBase);
    const known = byOrigin.get(origin) ?? new InvalidRequests();
    byOrigin.set(origin, known);
    return known;
  }

  /** Counts a 401, 403 or 429 response, except a 429 whose scope is `shared`. */
  note(status: number, headers: Headers): void {
    if (!isInvalid(status, headers)) return;
    const start = Math.floor(performance.now() / slotMs) * slotMs;
    const last = this.#slots.at(-1);
    if (last?.start === start) last.count++;
    else this.#slots.push({ start, count: 1 });
  }

  check(operation: string): void {
    const now = performance.now();
    while (this.#slots[0] && this.#slots[0].start + slotMs + windowMs <= now) this.#slots.shift();
    const sum = this.#slots.reduce((total, { count }) => total + count, 0);
    const [oldest] = this.#slots;
    if (sum < this.#most || !oldest) return;
    throw tooManyInvalid(operation, sum, oldest.start + slotMs + windowMs - now);
  }
}

/** Whether a response counts toward the service's ban limit. */
export function isInvalid(status: number, headers: Headers): boolean {
  return [401, 403, 429].includes(status) && headers.get("x-ratelimit-scope") !== "shared";
}

/** @param ms - The time until the oldest counted requests expire. */
export function tooManyInvalid(operation: string, sum: number, ms: number): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "too_many_invalid_requests",
    message: `${operation} was not attempted: ${sum} requests were rejected with 401, 403 or 429 in the last ${windowMs / 60_000} minutes, and after ${ban.invalidRequests} the service bans this IP address.`,
    hint: "Correct the credential or its permissions first.",
    retryable: true,
    retryAfter: Math.ceil(ms / 1000),
  });
}
