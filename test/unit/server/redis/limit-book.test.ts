import type { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LimitedResponse, LimitedRequest } from "../../../../src/core/request/limits.ts";
import { RedisConnection } from "../../../../src/server/redis/connection.ts";
import { type Booking, LimitBook } from "../../../../src/server/redis/limit-book.ts";
import { limitedRequest as request } from "../../../setup/limited-request.ts";
import { RedisServer } from "../../../setup/redis-server.ts";
import { needs } from "../../../setup/system-parts.ts";

const keys = (name: string) => `slashpass:{limits}:${name}`;

function answer(status: number, bucket: object = {}, block?: LimitedResponse["block"]): LimitedResponse {
  const headers = Object.entries(bucket).map(([name, value]): [string, string] => [
    `x-ratelimit-${name}`,
    String(value),
  ]);
  return { status, headers: new Headers(headers), block };
}

describe("limits in a real Redis", needs("redis-server"), () => {
  let server: RedisServer;
  let redis: Redis;
  let one: LimitBook;
  let other: LimitBook;
  let count = 0;

  beforeAll(async () => {
    server = await RedisServer.start();
    redis = server.driver();
    [one, other] = [server.command(), server.command()].map((command) => {
      const connection = new RedisConnection({ command, timeoutMs: 5000, replicas: undefined });
      return new LimitBook(connection, "slashpass:", "one");
    }) as [LimitBook, LimitBook];
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await redis.flushall();
    await know(request.route);
  });

  /** Marks a route as having no bucket. */
  async function know(route: string, resource = "", identity = "bot"): Promise<void> {
    await redis.hset(keys(`${identity}:buckets:${resource}`), `?${route}`, "known");
    await redis.pexpire(keys(`${identity}:buckets:${resource}`), 600_000);
  }

  /** Books a request and returns its id and the milliseconds until it may be sent. */
  async function enter(fields: Partial<LimitedRequest> = {}, book = one) {
    const id = String(count++);
    const booking = await book.enter({ ...request, ...fields }, id, fields.mayWaitMs ?? 3_600_000);
    return { id, booking, ms: msOf(booking) };
  }
  async function enterMany(times: number): Promise<string[]> {
    const entered = await Promise.all(Array.from({ length: times }, () => enter()));
    expect(entered.map(({ ms }) => ms)).toEqual(entered.map(() => 0));
    return entered.map(({ id }) => id);
  }
  async function learn(
    reported: LimitedResponse,
    fields: Partial<LimitedRequest> = {},
    book = one,
  ): Promise<void> {
    const { id } = await enter(fields, book);
    await book.leave({ ...request, ...fields }, id, reported);
  }
  /** Returns the time of a request by the Redis clock; its response is expected 100 ms later. */
  async function timeOf(id: string): Promise<number> {
    return Number(await redis.zscore(keys("bot:sent"), id)) - 100;
  }
  async function earliestEnd(): Promise<number> {
    const [, end] = await redis.zrange(keys("bot:sent"), "0", "0", "WITHSCORES");
    return Number(end);
  }
  /** Simulates the passage of `ms`. */
  async function age(name: string, ms: number): Promise<void> {
    for (const member of await redis.zrange(keys(name), "0", "-1"))
      await redis.zincrby(keys(name), -ms, member);
  }

  it("allow 50 requests per second for all callers and the next one a second after the first response", async () => {
    const ids = await enterMany(50);
    const unanswered = await enter();
    expect(unanswered.booking).toMatchObject({ kind: "go", reason: "global" });
    expect(unanswered.ms).toBeLessThanOrEqual(1100);
    expect(await timeOf(unanswered.id)).toBe((await earliestEnd()) + 1000);
    await one.cancel(request, unanswered.id);
    await Promise.all(ids.map((id) => one.leave(request, id, answer(200))));
    const answered = await earliestEnd();
    const { id, ms } = await enter({}, other);
    expect(ms).toBeLessThanOrEqual(1001);
    expect(await timeOf(id)).toBeGreaterThanOrEqual(answered + 1000);
    expect((await enter({ identity: "client" }, other)).ms).toBe(0);
  });

  it("count an unanswered request while it may be in flight and then treat it as lost", async () => {
    await enterMany(50);
    await Promise.all([age("bot:sent", 3000), age("bot:open", 3000)]);
    expect((await enter()).ms).toBe(1000);
    await redis.del(keys("bot:sent"));
    await age("bot:open", 3000);
    expect((await enter()).ms).toBe(0);
  });

  it("count requests without a bot toward their bucket but not toward the 50 per second", async () => {
    const token = { route: "POST /oauth2/token", identity: "client", countsPerSecond: false };
    await know(token.route, "", "client");
    const entered = await Promise.all(Array.from({ length: 60 }, () => enter(token)));
    expect(entered.map(({ ms }) => ms)).toEqual(entered.map(() => 0));
    await learn(answer(200, { limit: 5, remaining: 0, "reset-after": 300 }), token);
    expect((await enter(token, other)).booking).toMatchObject({ reason: "bucket" });
    expect((await enter({ identity: "client" })).ms).toBe(0);
  });

  it("allow only one request for an unknown bucket and learn the bucket from its response", async () => {
    const route = "PUT /unknown";
    const first = await enter({ route });
    expect(first.booking.kind).toBe("go");
    expect((await enter({ route }, other)).booking).toEqual({ kind: "busy" });
    expect((await enter({ route, resource: "/guilds/7" }, other)).booking.kind).toBe("go");
    expect((await enter({}, other)).booking.kind).toBe("go");
    const reported = answer(200, { bucket: "b", limit: 2, remaining: 1, "reset-after": 300 });
    await one.leave({ ...request, route }, first.id, reported);
    expect((await enter({ route }, other)).ms).toBe(0);
    expect((await enter({ route }, other)).booking).toMatchObject({ kind: "go", reason: "bucket" });
  });

  it("allow all requests if the first response names no bucket", async () => {
    const route = "PUT /free";
    await learn(answer(200), { route });
    const booked = await Promise.all([1, 2, 3].map(() => enter({ route }, other)));
    expect(booked.map(({ ms }) => ms)).toEqual([0, 0, 0]);
  });

  it("allow another request if the first one was canceled, lost or unanswered", async () => {
    const route = "PUT /unknown";
    const entered = async () => {
      const { id, booking } = await enter({ route });
      expect(booking.kind).toBe("go");
      expect((await enter({ route }, other)).booking.kind).toBe("busy");
      return id;
    };
    await one.leave({ ...request, route }, await entered(), undefined);
    await one.cancel({ ...request, route }, await entered());
    await entered();
    const field = [keys("bot:buckets:"), `?${route}`] as const;
    const [until, id] = String(await redis.hget(...field)).split(" ");
    await redis.hset(...field, `${Number(until) - 5200} ${id}`);
    // Canceling a request does not end another request's turn.
    const next = await entered();
    await one.leave({ ...request, route }, id ?? "", undefined);
    expect((await enter({ route })).booking.kind).toBe("busy");
    await one.leave({ ...request, route }, next, answer(200));
    expect((await enter({ route })).booking.kind).toBe("go");
  });

  it("do not book a request that would have to wait too long", async () => {
    const ids = await enterMany(50);
    const { booking } = await enter({ mayWaitMs: 100 });
    expect(booking).toMatchObject({ kind: "wait", reason: "global" });
    expect(await redis.zcard(keys("bot:sent"))).toBe(ids.length);
  });

  it("share a bucket learned by one instance and book requests in its next windows", async () => {
    await learn(answer(200, { bucket: "b", limit: 2, remaining: 1, "reset-after": 300 }));
    expect((await enter({}, other)).ms).toBe(0);
    const next = [await enter(), await enter({}, other), await enter()];
    expect(next.map(({ booking }) => booking)).toMatchObject(
      next.map(() => ({ kind: "go", reason: "bucket" })),
    );
    const [first = 0, second = 0, third = 0] = next.map(({ ms }) => ms);
    expect(first).toBeGreaterThan(250_000);
    expect(first).toBeLessThanOrEqual(300_101);
    expect(Math.abs(second - first)).toBeLessThan(50_000);
    expect(third - second).toBeGreaterThan(250_000);
    // Requests that wait for a bucket do not count toward the credential's limit per second.
    expect((await enter({ route: "POST /commands" })).ms).toBe(0);
  });

  it("accept a later window end and fewer remaining requests from any response, but the window length only from the first", async () => {
    await learn(answer(200, { limit: 5, remaining: 2, "reset-after": 100 }));
    await learn(answer(200, { limit: 5, remaining: 0, "reset-after": 400 }));
    const { ms } = await enter();
    expect(ms).toBeGreaterThan(350_000);
    // A response whose window is later than the booked one.
    const late = await enter({ route: "late" });
    await one.leave(request, late.id, answer(200, { limit: 5, remaining: 4, "reset-after": 900 }));
    expect((await enter()).ms).toBeGreaterThan(850_000);
  });

  it("share a bucket across routes with the same id but not across guilds", async () => {
    await learn(answer(200, { bucket: "b", limit: 5, remaining: 4, "reset-after": 300 }));
    const put = { route: "PUT /commands" };
    await learn(answer(200, { bucket: "b", limit: 5, remaining: 0, "reset-after": 300 }), put, other);
    expect((await enter()).booking).toMatchObject({ reason: "bucket" });
    expect((await enter({ resource: "/guilds/7" })).ms).toBe(0);
  });

  it("block a bucket after a 429 and the whole credential after a global 429", async () => {
    await learn(answer(429, {}, { durationMs: 400_000, isGlobal: false }));
    expect((await enter({}, other)).ms).toBeGreaterThan(350_000);
    expect((await enter({ route: "PUT /commands" })).ms).toBe(0);
    await learn(answer(429, {}, { durationMs: 500_000, isGlobal: true }), { route: "PUT /commands" });
    const { ms, booking } = await enter({ route: "PATCH /commands" }, other);
    expect(booking).toMatchObject({ reason: "global" });
    expect(ms).toBeGreaterThan(450_000);
    expect((await enter({ identity: "client" })).ms).toBe(0);
  });

  it("block all applications at an IP address before the service bans the address", async () => {
    const minute = Math.floor(Date.now() / 60_000);
    await redis.hset(keys("refusals:one"), { [minute - 12]: 5000, [minute - 2]: 8000, [minute]: 998 });
    await learn(answer(401));
    await learn(answer(404));
    await learn(answer(429, { scope: "shared" }));
    expect((await enter()).booking.kind).toBe("go");
    await learn(answer(403));
    const { booking } = await enter({ identity: "another:bot" }, other);
    expect(booking).toMatchObject({ kind: "closed", refusals: 9000 });
    // Eight minutes minus the time that has passed since the start of this minute.
    expect(msOf(booking)).toBeGreaterThan(6 * 60_000);
    expect(await redis.hexists(keys("refusals:one"), String(minute - 12))).toBe(0);
  });

  it("reset after about a second if the Redis clock was set back", async () => {
    await enterMany(50);
    await redis.hset(keys("bot:routes"), "*now", String(Date.now() + 3_600_000));
    expect((await enter()).ms).toBe(1100);
  });

  it("store only keys that expire", async () => {
    await learn(answer(401, { bucket: "b", limit: 5, remaining: 4, "reset-after": 300 }));
    await learn(answer(429, {}, { durationMs: 400_000, isGlobal: true }));
    const remainingKeys = await redis.keys("*");
    expect(remainingKeys.length).toBeGreaterThanOrEqual(4);
    for (const key of remainingKeys) {
      expect(await redis.pttl(key)).toBeGreaterThan(0);
      expect(key).toContain("{limits}");
    }
  });

  it("allow at most 50 requests in any second for any mix of buckets and waits", async () => {
    const times: number[] = [];
    for (let index = 0; index < 400; index++) {
      const route = `route ${index % 7}`;
      if (index < 21) await know(route, `/guilds/${index % 3}`);
      const { id, ms } = await enter({ route, resource: `/guilds/${index % 3}` }, index % 2 ? one : other);
      times.push(await timeOf(id));
      if (index % 5 > 0 || ms > 0) continue;
      const remainingKeys = { limit: 3, remaining: index % 3, "reset-after": (index % 11) / 4 };
      await one.leave(
        { ...request, route, resource: `/guilds/${index % 3}` },
        id,
        answer(200, remainingKeys),
      );
    }
    const sorted = times.toSorted((a, b) => a - b);
    const spans = sorted.slice(50).map((time, index) => time - (sorted[index] ?? 0));
    expect(Math.min(...spans)).toBeGreaterThanOrEqual(1000);
  });
});

function msOf(booking: Booking): number {
  return booking.kind === "busy" ? Number.NaN : booking.ms;
}
