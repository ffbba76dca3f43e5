/** Which limits a request counts against (Discord documentation, Rate Limits). */
export interface LimitKey {
  /** Whose token it carries: limits are per credential. */
  readonly identity: string;
  /** Method and path without ids; the service says which routes share a bucket. */
  readonly route: string;
  /** The guild in the path, which the service's bucket ids leave out; empty when there is none. */
  readonly guild: string;
}

/** Whether a request may go now. */
export type Claim =
  | {
      readonly kind: "go";
      /** Ends the request; the headers of its answer tell the state of its bucket. */
      readonly release: (headers?: Headers) => void;
    }
  | { readonly kind: "wait"; readonly ms: number; readonly reason: "bucket" | "global" }
  /** The first request of a bucket is on its way: its answer tells the limit. */
  | { readonly kind: "busy"; readonly changed: Promise<void> };

interface Bucket {
  limit: number;
  remaining: number;
  /** When `remaining` becomes `limit` again, on the clock of `performance.now()`. */
  resetAt: number;
  inFlight: number;
  isKnown: boolean;
  changed: Promise<void>;
  notify: () => void;
}

const globalRequests = 50;
const globalWindowMs = 1000;
const mostBuckets = 1000;

/** Keeps requests within the service's limits: per bucket as its headers say, and 50 a second for all. */
export class RateLimiter {
  readonly #bucketIds = new Map<string, string>();
  readonly #buckets = new Map<string, Bucket>();
  readonly #globals = new Map<string, number[]>();
  readonly #blockedUntil = new Map<string, number>();

  /** Takes a place for one request, which `release` gives back; or says how long to wait. */
  claim(key: LimitKey): Claim {
    const now = performance.now();
    const bucket = this.#bucketOf(key, now);
    if (!bucket.isKnown && bucket.inFlight > 0) return { kind: "busy", changed: bucket.changed };
    if (now >= bucket.resetAt) bucket.remaining = bucket.limit - bucket.inFlight;
    if (bucket.remaining <= 0) {
      if (now < bucket.resetAt) return { kind: "wait", ms: bucket.resetAt - now, reason: "bucket" };
      return { kind: "busy", changed: bucket.changed };
    }
    const globalMs = this.#globalDelay(key.identity, now);
    if (globalMs > 0) return { kind: "wait", ms: globalMs, reason: "global" };
    bucket.remaining--;
    bucket.inFlight++;
    this.#recent(key.identity).push(now);
    return { kind: "go", release: (headers) => this.#release(key, bucket, headers) };
  }

  /** After a 429: nothing of this bucket goes for a while, or of this credential when the limit is global. */
  block(key: LimitKey, ms: number, isGlobal: boolean): void {
    const until = performance.now() + ms;
    if (isGlobal) {
      this.#blockedUntil.set(key.identity, until);
      return;
    }
    const bucket = this.#bucketOf(key, performance.now());
    bucket.remaining = 0;
    bucket.resetAt = until;
  }

  #release(key: LimitKey, bucket: Bucket, headers: Headers | undefined): void {
    bucket.inFlight--;
    if (headers) this.#learn(key, bucket, headers);
    const { notify } = bucket;
    renewNotice(bucket);
    notify();
  }

  #learn(key: LimitKey, bucket: Bucket, headers: Headers): void {
    const limit = readNumber(headers, "x-ratelimit-limit");
    const remaining = readNumber(headers, "x-ratelimit-remaining");
    const resetAfter = readNumber(headers, "x-ratelimit-reset-after");
    const id = headers.get("x-ratelimit-bucket");
    bucket.isKnown = true;
    if (limit === undefined || remaining === undefined || resetAfter === undefined) return;
    bucket.limit = Math.max(1, limit);
    // Requests on their way may not be counted in the answer yet.
    bucket.remaining = Math.max(0, remaining - bucket.inFlight);
    bucket.resetAt = performance.now() + resetAfter * 1000;
    if (id) this.#share(key, bucket, id);
  }

  /** Routes with the same bucket id draw from one bucket per guild. */
  #share(key: LimitKey, bucket: Bucket, id: string): void {
    this.#bucketIds.set(`${key.identity} ${key.route}`, id);
    const shared = this.#bucketOf(key, performance.now());
    if (shared !== bucket) shared.remaining = Math.min(shared.remaining, bucket.remaining);
  }

  #bucketOf(key: LimitKey, now: number): Bucket {
    const { identity, route, guild } = key;
    const own = `${identity} ${route} ${guild}`;
    const id = this.#bucketIds.get(`${identity} ${route}`);
    const name = id === undefined ? own : `${identity} ${id} ${guild}`;
    let bucket = this.#buckets.get(name);
    if (!bucket) {
      if (this.#buckets.size >= mostBuckets) this.#prune(now);
      // What was learnt before the service told the bucket's id goes on under it.
      bucket = this.#buckets.get(own) ?? createBucket();
      this.#buckets.set(name, bucket);
    }
    return bucket;
  }

  #prune(now: number): void {
    for (const [name, { inFlight, resetAt }] of this.#buckets) {
      if (inFlight === 0 && resetAt <= now) this.#buckets.delete(name);
    }
  }

  #globalDelay(identity: string, now: number): number {
    const blocked = (this.#blockedUntil.get(identity) ?? 0) - now;
    const recent = this.#recent(identity);
    while (recent[0] !== undefined && recent[0] <= now - globalWindowMs) recent.shift();
    const [oldest] = recent;
    const full = recent.length < globalRequests || oldest === undefined ? 0 : oldest + globalWindowMs - now;
    return Math.max(0, blocked, full);
  }

  #recent(identity: string): number[] {
    const recent = this.#globals.get(identity) ?? [];
    this.#globals.set(identity, recent);
    return recent;
  }
}

function createBucket(): Bucket {
  const bucket: Bucket = {
    limit: Infinity,
    remaining: Infinity,
    resetAt: 0,
    inFlight: 0,
    isKnown: false,
    changed: Promise.resolve(),
    notify: () => undefined,
  };
  renewNotice(bucket);
  return bucket;
}

function renewNotice(bucket: Bucket): void {
  bucket.changed = new Promise((resolve) => (bucket.notify = resolve));
}

function readNumber(headers: Headers, name: string): number | undefined {
  const value = Number(headers.get(name) ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
