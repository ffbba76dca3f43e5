import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { CommandsClient, type CommandsClientOptions, type Fetch } from "../../../../src/commands/index.ts";
import { InvalidRequests } from "../../../../src/core/request/rate-limiter.ts";
import type { RequestLimits, RequestSlot } from "../../../../src/core/request/limits.ts";
import { applicationId, storedCommand } from "../../../setup/commands/samples.ts";
import { throwing } from "../../../setup/throwing.ts";

// The import takes real time, so it must finish before the fake clock starts.
beforeAll(() => import("../../../../src/core/request/sender.ts"));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ping = { name: "ping", description: "Pong" };

type Reply = Response | Error | (() => Promise<Response>);

/** A client whose service responds with `replies` in order, then with empty lists. Times refer to the fake clock. */
function connect(replies: readonly Reply[], options: Partial<CommandsClientOptions> = {}) {
  const sent: { readonly method: string; readonly path: string; readonly at: number }[] = [];
  const start = performance.now();
  const waits: string[] = [];
  const unsent = [...replies];
  const answer: Fetch = async (url, { method = "GET" }) => {
    sent.push({ method, path: new URL(url).pathname, at: Math.round(performance.now() - start) });
    const reply = unsent.shift() ?? json(200, []);
    if (reply instanceof Error) throw reply;
    return reply instanceof Response ? reply : reply();
  };
  const client = new CommandsClient({
    applicationId,
    credential: { botToken: "bot-token" },
    fetch: answer,
    onWait: ({ reason }) => void waits.push(reason),
    ...options,
  });
  return { client, sent, waits };
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

function limited(
  retryAfter: number,
  extra: object = {},
  headers: Readonly<Record<string, string>> = {},
): Response {
  return json(
    429,
    { message: "You are being rate limited.", retry_after: retryAfter, global: false, ...extra },
    headers,
  );
}

function bucket(name: string, limit: number, remaining: number, resetAfter: number) {
  return {
    "x-ratelimit-bucket": name,
    "x-ratelimit-limit": `${limit}`,
    "x-ratelimit-remaining": `${remaining}`,
    "x-ratelimit-reset-after": `${resetAfter}`,
  };
}

/** Advances the fake clock until the call settles. */
async function finish<T>(call: Promise<T>): Promise<T> {
  const result = call.then(
    (value) => () => value,
    (error: unknown) => throwing(error),
  );
  await vi.runAllTimersAsync();
  return (await result)();
}

test("retries after the duration in a 429's body", async () => {
  const { client, sent, waits } = connect([limited(1.5)]);
  await finish(client.global.list());
  expect(sent.map(({ at }) => at)).toEqual([0, 1500]);
  expect(waits).toEqual(["bucket"]);
});

test("immediately rejects a wait above the maximum and reports its duration", async () => {
  const { client, sent } = connect([limited(61)], { maxWaitMs: 60_000 });
  await expect(finish(client.global.list())).rejects.toMatchObject({
    code: "rate_limited",
    retryable: true,
    retryAfter: expect.closeTo(61, 1),
  });
  expect(sent).toHaveLength(1);
});

test("neither waits nor retries if no waiting time is allowed", async () => {
  for (const [reply, code] of [
    [limited(0.5), "rate_limited"],
    [json(503, {}), "http_error"],
  ] as const) {
    const { client, sent } = connect([reply], { maxWaitMs: 0 });
    await expect(finish(client.global.list())).rejects.toMatchObject({ code, retryable: true });
    expect(sent).toHaveLength(1);
  }
});

test("limits the sum of all waits", async () => {
  const { client, sent } = connect([limited(25), limited(25), limited(25)], { maxWaitMs: 60_000 });
  await expect(finish(client.global.list())).rejects.toMatchObject({ code: "rate_limited" });
  expect(sent).toHaveLength(3);
});

test("gives up if the service keeps responding with a 429 without a delay", async () => {
  const { client, sent } = connect(Array.from({ length: 20 }, () => limited(0)));
  await expect(finish(client.global.list())).rejects.toMatchObject({ code: "rate_limited", status: 429 });
  expect(sent).toHaveLength(11);
});

test("rejects a 429 immediately if the daily limit on creates is reached", async () => {
  const { client, sent } = connect([limited(193.6, { code: 30034 }, { "x-ratelimit-scope": "shared" })]);
  await expect(finish(client.global.create(ping))).rejects.toMatchObject({
    code: "daily_creates_spent",
    errorCode: 30034,
    retryAfter: 193.6,
    retryable: true,
  });
  expect(sent).toHaveLength(1);
});

test("delays all the credential's routes after a global 429", async () => {
  const { client, sent } = connect([limited(2, { global: true }), json(200, []), json(200, storedCommand())]);
  const first = client.global.list();
  await vi.advanceTimersByTimeAsync(10);
  await finish(Promise.all([first, client.guild("5").get("6")]));
  expect(sent.map(({ at }) => at)).toEqual([0, 2000, 2000]);
});

test("waits for an exhausted bucket before sending", async () => {
  const { client, sent } = connect([
    json(200, [], bucket("b", 2, 0, 3)),
    json(200, [], bucket("b", 2, 1, 3)),
  ]);
  await finish(client.global.list());
  await finish(client.global.list());
  expect(sent.map(({ at }) => at)).toEqual([0, 3000]);
});

test("does not delay other guilds if one guild's bucket is exhausted", async () => {
  const spent = Array.from({ length: 3 }, () => json(200, [], bucket("b", 1, 0, 5)));
  const { client, sent } = connect(spent);
  const call = (guild: string) => client.guild(guild).list();
  await finish(Promise.all([call("1"), call("2"), call("1")]));
  expect(sent.map(({ path, at }) => `${path.split("/")[6]} ${at}`)).toEqual(["1 0", "2 0", "1 5000"]);
});

test("shares a bucket between routes once their bucket id is known", async () => {
  const { client, sent } = connect([
    json(200, [], bucket("shared", 5, 4, 10)),
    json(200, storedCommand(), bucket("shared", 5, 0, 10)),
  ]);
  await finish(client.global.list());
  await finish(client.global.create(ping));
  await finish(client.global.list());
  expect(sent.map(({ method, at }) => `${method} ${at}`)).toEqual(["GET 0", "POST 0", "GET 10000"]);
});

test.each([500, 502, 503, 504, 507, 522, 523, 524])("retries status %i", async (status) => {
  const { client, sent, waits } = connect([json(status, {}), json(status, {}), json(200, storedCommand())]);
  await finish(client.global.create(ping));
  expect(sent).toHaveLength(3);
  expect(waits).toEqual(["repetition", "repetition"]);
});

test("retries a network error at most three times", async () => {
  const { client, sent } = connect(Array.from({ length: 9 }, () => new Error("reset")));
  await expect(finish(client.global.list())).rejects.toMatchObject({
    code: "network_error",
    retryable: true,
  });
  expect(sent).toHaveLength(4);
  const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
  for (const [index, gap] of gaps.entries()) {
    expect(gap).toBeGreaterThanOrEqual(125 * 2 ** index);
    expect(gap).toBeLessThanOrEqual(250 * 2 ** index + 1);
  }
});

test.each([400, 403, 404, 501])("does not retry status %i", async (status) => {
  const { client, sent } = connect([json(status, { code: 0, message: "No." })]);
  await expect(finish(client.global.list())).rejects.toMatchObject({ status });
  expect(sent).toHaveLength(1);
});

test("treats a deletion as successful if its retry finds no command", async () => {
  const { client } = connect([new Error("reset"), json(404, { code: 10063, message: "Unknown command" })]);
  await expect(finish(client.global.delete("7"))).resolves.toBeUndefined();
});

test("rejects a deletion in an unknown guild, even after a retry", async () => {
  const { client } = connect([json(503, {}), json(404, { code: 10004, message: "Unknown guild" })]);
  await expect(finish(client.guild("5").delete("7"))).rejects.toMatchObject({ code: "unknown_guild" });
});

const hanging = () => new Promise<Response>(() => undefined);
const waiting: readonly (readonly [string, readonly Reply[], number])[] = [
  ["for a limit", [limited(30)], 1],
  ["before a retry", [json(503, {})], 1],
  ["until another call discovers the limit", [hanging], 1],
];

test.each(waiting)("aborts a call that waits %s", async (_, replies, requests) => {
  const { client, sent } = connect(replies);
  const stop = new AbortController();
  if (requests === 1 && replies[0] === hanging) client.global.list().catch(() => undefined);
  const call = client.global.list({ signal: stop.signal });
  const outcome = expect(call).rejects.toMatchObject({ code: "aborted", type: 7 });
  await vi.advanceTimersByTimeAsync(1);
  stop.abort();
  await outcome;
  expect(sent).toHaveLength(requests);
});

test.each([
  ["an abort", 1, "aborted"],
  ["the timeout", 15_000, "timeout"],
])("rejects a call in progress after %s, even if its fetch ignores the signal", async (_, ms, code) => {
  const { client } = connect(
    Array.from({ length: 4 }, () => hanging),
    { maxWaitMs: 0 },
  );
  const stop = new AbortController();
  const outcome = expect(client.global.list({ signal: stop.signal })).rejects.toMatchObject({ code });
  await vi.advanceTimersByTimeAsync(ms);
  if (code === "aborted") stop.abort();
  await outcome;
});

test("aborts a call that waits for the user token", async () => {
  const credential = { userToken: async () => new Promise<string>(() => undefined) };
  const { client, sent } = connect([], { credential });
  const stop = new AbortController();
  const call = client.guild("5").permissions.edit("7", [], { signal: stop.signal });
  const outcome = expect(call).rejects.toMatchObject({ code: "aborted" });
  stop.abort();
  await outcome;
  expect(sent).toEqual([]);
});

test("blocks all of a service's clients before it bans the IP address", async () => {
  const options = { apiBase: "https://banning.example/api" };
  const earlier = InvalidRequests.of(options.apiBase);
  for (let count = 0; count < 8998; count++) earlier.note(403, new Headers());
  const refused = json(403, { code: 50001, message: "Missing Access" });
  for (let count = 0; count < 2; count++) {
    const { client } = connect([refused.clone()], options);
    await expect(client.global.list()).rejects.toMatchObject({ code: "missing_access" });
  }
  const { client, sent } = connect([], options);
  await expect(client.global.list()).rejects.toMatchObject({
    code: "too_many_invalid_requests",
    retryAfter: expect.any(Number),
  });
  expect(sent).toEqual([]);
  await expect(connect([]).client.global.list()).resolves.toEqual([]);
});

test("sends nothing if the call is already aborted", async () => {
  const { client, sent } = connect([]);
  await expect(client.global.list({ signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: "aborted",
  });
  expect(sent).toEqual([]);
});

test("reports each request, response and wait to the hooks, but no secrets", async () => {
  const log: unknown[] = [];
  const push = (entry: unknown): void => void log.push(entry);
  const { client } = connect([limited(1)], { onRequest: push, onResponse: push, onWait: push });
  await finish(client.global.list());
  const path = `/applications/${applicationId}/commands`;
  expect(log).toMatchObject([
    { method: "GET", path },
    { method: "GET", path, status: 429, durationMs: expect.any(Number) },
    { operation: "Listing the global commands", reason: "bucket", durationMs: 1000 },
    { method: "GET", path },
    { method: "GET", path, status: 200, durationMs: expect.any(Number) },
  ]);
  expect(JSON.stringify(log)).not.toContain("bot-token");
});

test("reserves a slot in the shared limits before each request and reports each response to them", async () => {
  const log: unknown[] = [];
  const limits: RequestLimits = {
    enter: async ({ applicationId: application, identity, route, resource, mayWaitMs, wait }) => {
      log.push({ application, identity, route, resource, mayWaitMs });
      await wait(100, "global");
      return { leave: (answer) => void log.push({ status: answer?.status, block: answer?.block }) };
    },
  };
  const daily = limited(432, { code: 30034 });
  const { client, sent } = connect([limited(1, { global: true }), daily], { limits });
  await expect(finish(client.guild("5").list())).rejects.toMatchObject({ code: "daily_creates_spent" });
  const request = {
    application: applicationId,
    identity: "bot",
    route: "GET /applications/:id/guilds/:id/commands",
    resource: "/guilds/5",
  };
  expect(log).toEqual([
    { ...request, mayWaitMs: 60_000 },
    { status: 429, block: { durationMs: 1000, isGlobal: true } },
    { ...request, mayWaitMs: 59_900 },
    { status: 429, block: undefined },
  ]);
  expect(sent).toHaveLength(2);
});

test("frees a slot in the shared limits if its request gets no response", async () => {
  const leave = vi.fn<RequestSlot["leave"]>();
  const { client } = connect([new Error("no network")], {
    limits: { enter: async () => ({ leave }) },
    maxWaitMs: 0,
  });
  await expect(finish(client.global.list())).rejects.toMatchObject({ code: "network_error" });
  expect(leave.mock.calls).toEqual([[undefined]]);
});
