import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LimitedRequest } from "../../../../src/core/request/limits.ts";
import type { RedisCommand } from "../../../../src/server/redis/options.ts";
import { redisLimits, type RedisLimitsOptions } from "../../../../src/server/redis/limits.ts";
import { collectMessages } from "../../../setup/collect-messages.ts";
import { limitedRequest } from "../../../setup/limited-request.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Reply = unknown[] | Error | Promise<unknown>;

/** Creates limits whose Redis returns `replies` in order and then allows every request. */
function connect(replies: readonly Reply[] = [], options: Partial<RedisLimitsOptions> = {}) {
  const remaining = [...replies];
  const sent: (readonly string[])[] = [];
  const command: RedisCommand = async (args) => {
    sent.push(args);
    const isEntering = args.at(-1) === "9000";
    const reply = isEntering ? (remaining.shift() ?? ["go", 0, ""]) : 0;
    if (reply instanceof Error) throw reply;
    return reply;
  };
  return { limits: redisLimits({ command, instances: 4, ...options }), sent };
}

function requestWith(fields: Partial<LimitedRequest> = {}) {
  const waits: unknown[] = [];
  const request: LimitedRequest = {
    ...limitedRequest,
    wait: async (ms, reason) => {
      waits.push([ms, reason]);
      return new Promise((resolve) => void setTimeout(resolve, ms));
    },
    ...fields,
  };
  return { request, waits };
}

const answer = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: new Headers(headers),
});
const away = () => new Error("connect ECONNREFUSED 127.0.0.1:6379");

test("sends two commands per request, with keys that belong to one node and contain only the credential and route", async () => {
  const { limits, sent } = connect();
  const slot = await limits.enter(requestWith({ resource: "/guilds/7" }).request);
  slot.leave(answer(401, { "x-ratelimit-bucket": "b", "x-ratelimit-limit": "5" }));
  expect(sent).toHaveLength(2);
  for (const [name, hash, count, ...keys] of sent) {
    expect([name, hash?.length, count]).toEqual(["EVALSHA", 40, "5"]);
    expect(keys.slice(0, 5)).toEqual([
      "slashpass:{limits}:100000000000000001:bot:sent",
      "slashpass:{limits}:100000000000000001:bot:open",
      "slashpass:{limits}:100000000000000001:bot:routes",
      "slashpass:{limits}:100000000000000001:bot:buckets:/guilds/7",
      "slashpass:{limits}:refusals:one",
    ]);
  }
  expect(sent[1]?.slice(9)).toEqual(["GET /commands", "0", "1", "0", "0", "b", "", "", ""]);
});

test("stores a response's bucket and block in Redis", async () => {
  const { limits, sent } = connect();
  const slot = await limits.enter(requestWith().request);
  const headers = {
    "x-ratelimit-limit": "5",
    "x-ratelimit-remaining": "3",
    "x-ratelimit-reset-after": "1.25",
  };
  slot.leave({ ...answer(429, headers), block: { durationMs: 1500.5, isGlobal: true } });
  expect(sent[1]?.slice(10)).toEqual(["0", "1", "1501", "1", "", "5", "3", "1250"]);
});

test("delays other requests while one waits for the per-second limit but not while one waits for a bucket", async () => {
  const { limits, sent } = connect([
    ["go", 500, "bucket"],
    ["go", 20, "global"],
  ]);
  const order: number[] = [];
  const { request, waits } = requestWith();
  const entering = [1, 2, 3].map(async (number) => {
    await limits.enter({ ...request, route: `route ${number}` });
    order.push(number);
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(500);
  await Promise.all(entering);
  expect(order).toEqual([2, 3, 1]);
  expect(waits).toEqual([
    [501, "bucket"],
    [21, "global"],
  ]);
});

test("waits for an unknown bucket's first request even if mayWaitMs is 0", async () => {
  const { limits, sent } = connect([
    ["busy", 0],
    ["go", 0, ""],
    ["busy", 0],
    ["go", 0, ""],
  ]);
  const order: string[] = [];
  const { request, waits } = requestWith({ mayWaitMs: 0 });
  const waiting = limits.enter({ ...request, route: "waiting" }).then(() => order.push("waiting"));
  // Another route is not delayed.
  const other = limits.enter({ ...request, route: "other" }).then(() => order.push("other"));
  await vi.advanceTimersByTimeAsync(49);
  expect([order, sent.length]).toEqual([["other"], 2]);
  await vi.advanceTimersByTimeAsync(1);
  expect([order, sent.length]).toEqual([["other"], 3]);
  await vi.advanceTimersByTimeAsync(50);
  await Promise.all([waiting, other]);
  expect([order, sent.length, waits]).toEqual([["other", "waiting"], 4, []]);
});

test("waits for an unknown bucket's first request only until the call's timeout", async () => {
  const { limits } = connect(Array.from({ length: 99 }, () => ["busy", 0]));
  const entering = limits.enter(requestWith({ mayWaitMs: 1000 }).request).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1001);
  expect(await entering).toMatchObject({ code: "rate_limited" });
});

test("publishes the rejection of a request that would wait too long", async () => {
  const replies = [
    ["wait", 61_000, "global"],
    ["closed", 9000, 60_000],
  ];
  const { limits } = connect(replies);
  const reported = await collectMessages("slashpass:limit:refused", async () => {
    await expect(limits.enter(requestWith().request)).rejects.toMatchObject({
      code: "rate_limited",
      retryAfter: 61,
    });
    await expect(limits.enter(requestWith().request)).rejects.toMatchObject({
      code: "too_many_invalid_requests",
      retryAfter: 60,
    });
  });
  expect(reported).toEqual([
    { operation: "Asking", code: "rate_limited" },
    { operation: "Asking", code: "too_many_invalid_requests" },
  ]);
});

test("waits for a turn only as long as the call may wait", async () => {
  const { limits } = connect([["go", 30_000, "global"]]);
  void limits.enter(requestWith({ route: "first" }).request);
  const second = expect(limits.enter(requestWith({ mayWaitMs: 1000 }).request)).rejects.toMatchObject({
    code: "rate_limited",
  });
  await vi.advanceTimersByTimeAsync(1000);
  await second;
});

test("releases a booking that is canceled early", async () => {
  const { limits, sent } = connect([["go", 500, "global"]]);
  const wait = () => Promise.reject(new Error("aborted"));
  await expect(limits.enter(requestWith({ wait }).request)).rejects.toThrow("aborted");
  expect(sent[1]?.slice(9, 11)).toEqual(["GET /commands", "1"]);
});

test("aborts without waiting for Redis and releases a late booking", async () => {
  let answerLate = (_reply: unknown): void => undefined;
  const late = new Promise((resolve) => (answerLate = resolve));
  const { limits, sent } = connect([late]);
  const end = new AbortController();
  const entering = limits.enter(requestWith({ signal: end.signal }).request);
  await expect.poll(() => sent.length).toBe(1);
  end.abort();
  await expect(entering).rejects.toMatchObject({ code: "aborted" });
  expect(sent).toHaveLength(1);
  answerLate(["go", 0, ""]);
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]?.slice(9, 11)).toEqual(["GET /commands", "1"]);
});

test("publishes waits", async () => {
  const { limits } = connect([["go", 20, "global"]]);
  const reported = await collectMessages("slashpass:limit:wait", async () => {
    const entering = limits.enter(requestWith().request);
    await vi.advanceTimersByTimeAsync(21);
    await entering;
  });
  expect(reported).toEqual([{ operation: "Asking", reason: "global", durationMs: 21 }]);
});

test.each([
  ["refuses", away],
  ["does not reply", () => new Promise(() => undefined)],
  ["returns an unknown reply", () => Promise.resolve(undefined)],
])("limits requests to the instance's share and retries Redis while Redis %s", async (_what, reply) => {
  const { limits, sent } = connect([reply(), reply()], { timeoutMs: 200 });
  const states = await collectMessages("slashpass:limit:state", async () => {
    let entered = 0;
    const slots: Promise<unknown>[] = [];
    for (let index = 0; index < 14; index++) {
      const { request } = requestWith({ resource: `/guilds/${index}` });
      slots.push(limits.enter(request).then((slot) => (entered++, slot.leave(answer(200)))));
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(220);
    // A quarter of the 50 requests per second.
    expect(entered).toBe(12);
    await vi.advanceTimersByTimeAsync(1000);
    expect(entered).toBe(14);
    await Promise.all(slots);
    const before = sent.length;
    await vi.advanceTimersByTimeAsync(5000);
    const still = limits.enter(requestWith().request);
    await vi.advanceTimersByTimeAsync(200);
    (await still).leave();
    expect(sent).toHaveLength(before + 1);
    await vi.advanceTimersByTimeAsync(5000);
    (await limits.enter(requestWith().request)).leave(answer(200));
    expect(sent).toHaveLength(before + 3);
  });
  expect(states).toEqual([{ state: "away" }, { state: "back" }]);
});

test("does not delay requests that do not count toward the per-second limit, even without Redis", async () => {
  const { limits, sent } = connect([["go", 30_000, "global"], ["go", 0, ""], away()]);
  void limits.enter(requestWith().request);
  const token = { route: "POST /oauth2/token", countsPerSecond: false };
  (await limits.enter(requestWith(token).request)).leave(answer(200));
  expect(sent.at(-2)?.at(-2)).toBe("0");
  for (let count = 0; count < 30; count++)
    (await limits.enter(requestWith(token).request)).leave(answer(200));
});

test("spreads requests over more than a second if there are more instances than allowed requests", async () => {
  const { limits } = connect([away(), away(), away()], { instances: 100 });
  (await limits.enter(requestWith({ route: "first" }).request)).leave(answer(200));
  const { request, waits } = requestWith();
  const second = limits.enter(request);
  await vi.advanceTimersByTimeAsync(2000);
  await second;
  expect(waits).toEqual([[2000, "global"]]);
});

test("without Redis, blocks requests after the instance's share of refusals, including refusals before the outage", async () => {
  const { limits } = connect([["go", 0, ""], away()], { instances: 9000 });
  (await limits.enter(requestWith().request)).leave(answer(403));
  await expect(limits.enter(requestWith().request)).rejects.toMatchObject({
    code: "too_many_invalid_requests",
  });
});

test("publishes Redis errors and treats Redis as unreachable if a response cannot be stored", async () => {
  const { limits } = connect();
  const failing = connect([], {
    command: async (args) =>
      args.at(-1) === "9000" ? ["go", 0, ""] : Promise.reject(new Error("OOM no memory")),
  });
  expect(
    await collectMessages("slashpass:store:failed", async () =>
      (await limits.enter(requestWith().request)).leave(),
    ),
  ).toEqual([]);
  const reported = await collectMessages("slashpass:store:failed", async () => {
    (await failing.limits.enter(requestWith().request)).leave(answer(200));
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(reported).toEqual([{ operation: "Applying the rate limits", code: "store_full" }]);
});

test.each([
  [{ instances: 0 }, "options.instances"],
  [{ command: 5 }, "options.command"],
  [{ egress: "" }, "options.egress"],
])("rejects %j", (options, name) => {
  const all = { command: async () => 0, instances: 4, ...options } as unknown as RedisLimitsOptions;
  expect(() => redisLimits(all)).toThrow(name);
});

test("rejects an invalid request and shows only the state of Redis when printed", async () => {
  const { limits, sent } = connect();
  await expect(limits.enter({} as LimitedRequest)).rejects.toMatchObject({ code: "invalid_argument" });
  expect(sent).toEqual([]);
  expect(inspect(limits)).toBe("RedisLimits { isAway: false }");
});
