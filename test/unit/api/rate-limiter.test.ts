import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LimitKey, RateLimiter } from "../../../src/api/rate-limiter.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const key: LimitKey = { identity: "bot", route: "GET /commands", resource: "" };
const limits = (fields: object) =>
  new Headers(Object.entries(fields).map(([name, value]) => [`x-ratelimit-${name}`, String(value)]));

/** Takes a place that has to be free. */
function take(limiter: RateLimiter, at: LimitKey = key): (headers?: Headers) => void {
  const claim = limiter.claim(at);
  if (claim.kind !== "go") throw new Error(`no place: ${claim.kind}`);
  return claim.release;
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
