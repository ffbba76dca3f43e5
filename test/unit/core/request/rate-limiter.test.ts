import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RateLimiter } from "../../../../src/core/request/rate-limiter.ts";
import type { LimitedRequest, LimitKey } from "../../../../src/core/request/limits.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const key: LimitKey = { identity: "bot", route: "GET /commands", resource: "" };
const limits = (fields: object) =>
  new Headers(Object.entries(fields).map(([name, value]) => [`x-ratelimit-${name}`, String(value)]));

/** Takes a place that has to be free. */
function take(limiter: RateLimiter, at: LimitKey = key): (headers?: Headers) => void {
  const claim = limiter.claim(at);
  if (claim.kind !== "go") throw new Error(`no place: ${claim.kind}`);
  return (headers) => claim.leave(headers && { status: 200, headers });
}

test("until the first answer of a bucket is there, the next request waits for it", async () => {
  const limiter = new RateLimiter();
  const release = take(limiter);
  const next = limiter.claim(key);
  expect(next.kind).toBe("busy");
  release();
  if (next.kind === "busy") await next.changed;
  take(limiter)(limits({ limit: "no number" }));
  expect(limiter.claim(key).kind).toBe("go");
});

test("a bucket that is used up opens again as its headers said", () => {
  const limiter = new RateLimiter();
  take(limiter)(limits({ limit: 2, remaining: 0, "reset-after": 3 }));
  expect(limiter.claim(key)).toEqual({ kind: "wait", ms: 3000, reason: "bucket" });
  vi.advanceTimersByTime(3000);
  const releases = [take(limiter), take(limiter)];
  expect(limiter.claim(key).kind).toBe("busy");
  for (const release of releases) release();
  expect(limiter.claim(key).kind).toBe("go");
});

test("routes with one id share a bucket, guilds do not", () => {
  const limiter = new RateLimiter();
  const other = { ...key, route: "POST /commands" };
  take(limiter)(limits({ limit: 5, remaining: 4, "reset-after": 3, bucket: "b" }));
  take(limiter, other)(limits({ limit: 5, remaining: 0, "reset-after": 3, bucket: "b" }));
  expect(limiter.claim(key).kind).toBe("wait");
  expect(limiter.claim({ ...key, resource: "7" }).kind).toBe("go");
});

test("after a 429 the bucket waits, or everything of the credential", () => {
  const limiter = new RateLimiter();
  limiter.block(key, 500, false);
  expect(limiter.claim(key)).toEqual({ kind: "wait", ms: 500, reason: "bucket" });
  expect(limiter.claim({ ...key, resource: "7" }).kind).toBe("go");
  limiter.block(key, 700, true);
  expect(limiter.claim({ ...key, resource: "8" })).toEqual({ kind: "wait", ms: 700, reason: "global" });
  expect(limiter.claim({ ...key, identity: "user" }).kind).toBe("go");
});

test("fifty a second may be on their way, whatever their bucket; the next waits for an answer or the second", () => {
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

test("buckets that nobody waits for are forgotten once there are too many", () => {
  const limiter = new RateLimiter();
  const first = { ...key, resource: "first" };
  limiter.block(first, 60_000, false);
  const busy = { ...key, resource: "busy" };
  take(limiter, busy);
  for (let index = 0; index < 1100; index++) {
    vi.advanceTimersByTime(1000 / 40);
    take(limiter, { ...key, resource: `${index}` })();
  }
  // What is blocked or on its way was kept.
  expect(limiter.claim(first).kind).toBe("wait");
  expect(limiter.claim(busy).kind).toBe("busy");
});

/** A request to enter with, and how it waited; its waits are over at once. */
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

test("who enters waits for the first answer and for the bucket, and has the place until it leaves", async () => {
  const limiter = new RateLimiter();
  const { request, waits } = requested();
  const first = await limiter.enter(request);
  const second = limiter.enter(request);
  first.leave({ status: 200, headers: limits({ limit: 1, remaining: 0, "reset-after": 3 }) });
  (await second).leave();
  expect(waits).toEqual([[3000, "bucket"]]);
});

test("a place that is left with a 429 closes the bucket, or everything of the credential", async () => {
  const limiter = new RateLimiter();
  const { request, waits } = requested();
  const refused = { status: 429, headers: new Headers() };
  (await limiter.enter(request)).leave({ ...refused, block: { ms: 500, isGlobal: false } });
  (await limiter.enter(request)).leave({ ...refused, block: { ms: 700, isGlobal: true } });
  await limiter.enter(request);
  expect(waits).toEqual([
    [500, "bucket"],
    [700, "global"],
  ]);
});

test("an abort ends it before a place is taken, and while another is waited for", async () => {
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

test("a place that is given back counts nowhere", () => {
  const limiter = new RateLimiter({ requests: 1, windowMs: 1000, ofBucket: 0.5 });
  take(limiter)(limits({ limit: 2, remaining: 2, "reset-after": 3 }));
  vi.advanceTimersByTime(1000);
  for (let count = 0; count < 3; count++) {
    const claim = limiter.claim(key);
    if (claim.kind !== "go") throw new Error(`no place: ${claim.kind}`);
    claim.cancel();
  }
});

test("with a part of the limits, it uses as much of each bucket, and one place at least", () => {
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

test("of the tokens of players who came and went nothing is kept", () => {
  const limiter = new RateLimiter();
  const entries = () => Number(/entries: (\d+)/.exec(inspect(limiter))?.[1]);
  const visit = (player: number, more: object = {}) =>
    take(limiter, { ...key, identity: `user ${player}` })(
      limits({ limit: 5, remaining: 4, "reset-after": 1, bucket: "b", ...more }),
    );
  // One who may not ask for an hour is remembered, however many come after.
  visit(0, { remaining: 0, "reset-after": 3600 });
  for (let player = 1; player <= 20_000; player++) {
    visit(player);
    vi.advanceTimersByTime(10);
  }
  expect(entries()).toBeLessThan(2100);
  expect(entries()).toBeGreaterThan(3);
  expect(limiter.claim({ ...key, identity: "user 0" }).kind).toBe("wait");
});
