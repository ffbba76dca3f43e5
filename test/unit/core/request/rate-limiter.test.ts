import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { InvalidRequests, RateLimiter } from "../../../../src/core/request/rate-limiter.ts";
import type { LimitedRequest, LimitKey } from "../../../../src/core/request/limits.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const key: LimitKey = { identity: "bot", route: "GET /commands", resource: "" };
const limits = (fields: object) =>
  new Headers(Object.entries(fields).map(([name, value]) => [`x-ratelimit-${name}`, String(value)]));

/** Claims a slot, which must be free, and returns the function that releases it. */
function take(limiter: RateLimiter, at: LimitKey = key): (headers?: Headers) => void {
  const claim = limiter.claim(at);
  if (claim.kind !== "go") throw new Error(`no place: ${claim.kind}`);
  return (headers) => claim.leave(headers && { status: 200, headers });
}

test("delays requests until a bucket's first response", async () => {
  const limiter = new RateLimiter();
  const release = take(limiter);
  const next = limiter.claim(key);
  expect(next.kind).toBe("busy");
  release();
  if (next.kind === "busy") await next.changed;
  take(limiter)(limits({ limit: "no number" }));
  expect(limiter.claim(key).kind).toBe("go");
});

test("reopens an exhausted bucket after the time in its headers", () => {
  const limiter = new RateLimiter();
  take(limiter)(limits({ limit: 2, remaining: 0, "reset-after": 3 }));
  expect(limiter.claim(key)).toEqual({ kind: "wait", ms: 3000, reason: "bucket" });
  vi.advanceTimersByTime(3000);
  const releases = [take(limiter), take(limiter)];
  expect(limiter.claim(key).kind).toBe("busy");
  for (const release of releases) release();
  expect(limiter.claim(key).kind).toBe("go");
});

test("shares a bucket between routes with the same bucket id, but not between guilds", () => {
  const limiter = new RateLimiter();
  const other = { ...key, route: "POST /commands" };
  take(limiter)(limits({ limit: 5, remaining: 4, "reset-after": 3, bucket: "b" }));
  take(limiter, other)(limits({ limit: 5, remaining: 0, "reset-after": 3, bucket: "b" }));
  expect(limiter.claim(key).kind).toBe("wait");
  expect(limiter.claim({ ...key, resource: "7" }).kind).toBe("go");
});

test("allows fifty requests per second across all buckets", () => {
  const limiter = new RateLimiter();
  const at = (index: number) => ({ ...key, resource: `${index}` });
  const releases = Array.from({ length: 50 }, (_, index) => take(limiter, at(index)));
  expect(limiter.claim(at(50)).kind).toBe("busy");
  for (const release of releases) release();
  vi.advanceTimersByTime(400);
  expect(limiter.claim(at(50))).toEqual({ kind: "wait", ms: 600, reason: "global" });
  vi.advanceTimersByTime(600);
  expect(limiter.claim(at(50)).kind).toBe("go");
});

/** Returns a request for `enter()` and a list of its waits, which finish immediately. */
function requested(fields: Partial<LimitedRequest> = {}) {
  const waits: unknown[] = [];
  const request: LimitedRequest = {
    ...key,
    applicationId: "100000000000000001",
    operation: "Asking",
    mayWaitMs: 1000,
    wait: async (ms, reason) => {
      waits.push([ms, reason]);
      vi.advanceTimersByTime(ms);
    },
    ...fields,
  };
  return { request, waits };
}

test("waits for the first response and for the bucket", async () => {
  const limiter = new RateLimiter();
  const { request, waits } = requested();
  const first = await limiter.enter(request);
  const second = limiter.enter(request);
  first.leave({ status: 200, headers: limits({ limit: 1, remaining: 0, "reset-after": 3 }) });
  (await second).leave();
  expect(waits).toEqual([[3000, "bucket"]]);
});

test("blocks the bucket or the whole credential after a 429", async () => {
  const limiter = new RateLimiter();
  const { request, waits } = requested();
  const refused = { status: 429, headers: new Headers() };
  (await limiter.enter(request)).leave({ ...refused, block: { durationMs: 500, isGlobal: false } });
  (await limiter.enter(request)).leave({ ...refused, block: { durationMs: 700, isGlobal: true } });
  await limiter.enter(request);
  expect(waits).toEqual([
    [500, "bucket"],
    [700, "global"],
  ]);
});

test("rejects an aborted request, whether or not it is already waiting", async () => {
  const limiter = new RateLimiter();
  const aborted = requested({ signal: AbortSignal.abort() });
  await expect(limiter.enter(aborted.request)).rejects.toMatchObject({ code: "aborted" });
  const stop = new AbortController();
  const { request } = requested({ signal: stop.signal });
  await limiter.enter(request);
  const waiting = limiter.enter(request);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
});

test("does not count a canceled claim", () => {
  const limiter = new RateLimiter({ requests: 1, windowMs: 1000, ofBucket: 0.5 });
  take(limiter)(limits({ limit: 2, remaining: 2, "reset-after": 3 }));
  vi.advanceTimersByTime(1000);
  for (let count = 0; count < 3; count++) {
    const claim = limiter.claim(key);
    if (claim.kind !== "go") throw new Error(`no place: ${claim.kind}`);
    claim.cancel();
  }
});

test("uses its share of each bucket, but at least one request", () => {
  const limiter = new RateLimiter({ requests: 50, windowMs: 1000, ofBucket: 0.25 });
  take(limiter)(limits({ limit: 10, remaining: 9, "reset-after": 3 }));
  take(limiter);
  take(limiter);
  expect(limiter.claim(key)).toMatchObject({ kind: "wait", reason: "bucket" });
  const other = { ...key, route: "other" };
  take(limiter, other)(limits({ limit: 2, remaining: 1, "reset-after": 3 }));
  take(limiter, other);
  expect(limiter.claim(other)).toMatchObject({ kind: "wait", reason: "bucket" });
});

test("discards entries for old player tokens", () => {
  const limiter = new RateLimiter();
  const entries = () => Number(/entries: (\d+)/.exec(inspect(limiter))?.[1]);
  const visit = (player: number, more: object = {}) =>
    take(limiter, { ...key, identity: `user ${player}` })(
      limits({ limit: 5, remaining: 4, "reset-after": 1, bucket: "b", ...more }),
    );
  // A blocked token and a pending request are kept no matter how many others follow.
  visit(0, { remaining: 0, "reset-after": 3600 });
  take(limiter);
  for (let player = 1; player <= 20_000; player++) {
    visit(player);
    vi.advanceTimersByTime(10);
  }
  expect(entries()).toBeLessThan(2100);
  expect(entries()).toBeGreaterThan(3);
  expect(limiter.claim({ ...key, identity: "user 0" }).kind).toBe("wait");
  expect(limiter.claim(key).kind).toBe("busy");
});

describe("InvalidRequests", () => {
  const none = new Headers();

  function noteMany(requests: InvalidRequests, count: number, status: number, headers = none): void {
    for (let index = 0; index < count; index++) requests.note(status, headers);
  }

  test("blocks requests before the service bans the IP address, then allows them again later", () => {
    const requests = new InvalidRequests();
    noteMany(requests, 4000, 401);
    noteMany(requests, 4000, 403);
    noteMany(requests, 999, 429);
    requests.check("A call");
    noteMany(requests, 1, 429);
    expect(() => requests.check("A call")).toThrowError(
      expect.objectContaining({ code: "too_many_invalid_requests", retryable: true }),
    );
    vi.advanceTimersByTime(11 * 60_000);
    requests.check("A call");
  });

  test("ignores responses that do not count toward the ban limit", () => {
    const requests = new InvalidRequests();
    noteMany(requests, 9999, 200);
    noteMany(requests, 9999, 404);
    noteMany(requests, 9999, 429, new Headers({ "x-ratelimit-scope": "shared" }));
    requests.check("A call");
  });
});
