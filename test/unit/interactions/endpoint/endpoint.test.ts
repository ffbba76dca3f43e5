import { once } from "node:events";
import { Agent, type IncomingMessage, request as httpRequest } from "node:http";
import express from "express";
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import {
  createInteractionHandler,
  createNodeListener,
  type Problem,
} from "../../../../src/interactions/index.ts";
import * as development from "../../../../src/interactions/index.ts";
import * as production from "../../../../src/interactions/production.ts";
import { cases as runs } from "../../../setup/cases.ts";
import { serve } from "../../../setup/interactions/serve.ts";
import { publicKey, signedHeaders } from "../../../setup/interactions/service.ts";

const problems: Problem[] = [];
const handler = createInteractionHandler({
  publicKey,
  commands: [],
  report: (problem) => problems.push(problem),
});
const ping = '{"type":1}';
const other = createInteractionHandler({ publicKey: "ab".repeat(32), commands: [] });
const now = (): number => Math.floor(Date.now() / 1000);

let served: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => void (served = await serve(createNodeListener(handler))));
afterAll(() => served[Symbol.asyncDispose]());

/** Posts through `agent` and returns the status and the local port. */
async function post(agent: Agent, headers: Record<string, string>, body: string) {
  const request = httpRequest(served.url, { method: "POST", agent, headers });
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const port = request.socket?.localPort;
  await response.resume().toArray();
  return { status: response.statusCode, port };
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends the same request to the web handler and to a Node.js server. */
const senders: [string, (sent: Sent) => Promise<Response>][] = [
  ["as a web handler", (sent) => handler(new Request("https://game.example/", { method: "POST", ...sent }))],
  ["on node:http", (sent) => fetch(served.url, { method: "POST", ...sent })],
];

const good = signedHeaders(ping);
const signature = good["x-signature-ed25519"];
const cases: [string, number, () => Sent][] = [
  ["a signed PING", 200, () => ({ body: ping, headers: signedHeaders(ping) })],
  ["a changed body", 401, () => ({ body: `${ping} `, headers: signedHeaders(ping) })],
  ["a request without headers", 401, () => ({ body: ping })],
  [
    "a request without a signature",
    401,
    () => ({ body: ping, headers: { "x-signature-timestamp": `${now()}` } }),
  ],
  [
    "a request without a timestamp",
    401,
    () => ({ body: ping, headers: { "x-signature-ed25519": signature } }),
  ],
  ["a request without a body", 401, () => ({ headers: good })],
  ["an old timestamp within the window", 200, () => aged(-290)],
  ["a timestamp that is not a number", 401, () => ({ body: ping, headers: signedHeaders(ping, "soon") })],
  ["a signed body that is not JSON", 400, () => ({ body: "{", headers: signedHeaders("{") })],
  ["a signed body that is not an interaction", 400, () => ({ body: "[]", headers: signedHeaders("[]") })],
  ["a body of 2 MB", 413, () => ({ body: "a".repeat(2_000_000), headers: good })],
];

function aged(seconds: number): Sent {
  return { body: ping, headers: signedHeaders(ping, (now() + seconds).toString()) };
}

for (const [sender, send] of senders) {
  test.each(cases)(`for %s, responds with %i ${sender}`, async (_, status, sent) => {
    // Prevents the time window from moving while the request is in flight.
    vi.useFakeTimers({ toFake: ["Date"] });
    const response = await send(sent()).finally(() => void vi.useRealTimers());
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(status === 200 ? '{"type":1}' : "");
    expect(response.headers.get("content-type")).toBe(status === 200 ? "application/json" : null);
  });

  test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])(
    `for %s, responds with 405 and an Allow header ${sender}`,
    async (method) => {
      const response = await send({ method, headers: good });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    },
  );
}

test("rejects a signature made with another application's key (web handler)", async () => {
  const init = { method: "POST", body: ping, headers: signedHeaders(ping) };
  expect((await other(new Request("https://game.example/", init))).status).toBe(401);
});

describe("a correctly signed request with a timestamp outside the window", () => {
  afterEach(() => void vi.useRealTimers());

  const entries = [
    ["interactions", development.createInteractionHandler, { commands: [] }],
    ["interactions/production", production.createInteractionHandler, { commands: [] }],
    ["webhook events", development.createEventHandler, { events: {} }],
    ["production webhook events", production.createEventHandler, { events: {} }],
  ] as const;

  for (const [name, create, options] of entries) {
    it.each([
      [-301, "301 seconds ahead of"],
      [301, "301 seconds behind"],
      [-18_000, "18000 seconds ahead of"],
    ])(
      `receives a 401 response and is reported once a minute by ${name} if the timestamp is off by %i seconds`,
      async (seconds, difference) => {
        vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1_800_000_000_000 });
        const reported: Problem[] = [];
        const report = (problem: Problem) => void reported.push(problem);
        const endpoint = create({ ...options, publicKey, report } as never);
        const send = () =>
          endpoint(new Request("https://game.example/", { method: "POST", ...aged(seconds) }));
        const response = await send();
        expect(response.status).toBe(401);
        expect(await response.json()).toEqual({ code: "clock_off", aheadSeconds: -seconds });
        expect(reported).toEqual([
          { code: "clock_off", message: expect.stringContaining(difference), aheadSeconds: -seconds },
        ]);
        vi.advanceTimersByTime(59_999);
        expect((await send()).status).toBe(401);
        expect(reported).toHaveLength(1);
        vi.advanceTimersByTime(1);
        expect((await send()).status).toBe(401);
        expect(reported).toHaveLength(2);
      },
    );
  }

  it("is not reported if the signature is wrong", async () => {
    const before = problems.length;
    const headers = { ...signedHeaders(ping, `${now() - 600}`), "x-signature-ed25519": signature };
    const response = await handler(
      new Request("https://game.example/", { method: "POST", headers, body: ping }),
    );
    expect([response.status, await response.text()]).toEqual([401, ""]);
    expect(problems).toHaveLength(before);
  });
});

test("accepts a custom time window and size limit", async () => {
  const report = () => undefined;
  const strict = createInteractionHandler({
    publicKey,
    commands: [],
    maxAgeSeconds: 5,
    maxBodyBytes: 5,
    report,
  });
  const send = (sent: Sent) => strict(new Request("https://game.example/", { method: "POST", ...sent }));
  expect((await send({ ...aged(-10), body: "{}" })).status).toBe(401);
  expect((await send(aged(0))).status).toBe(413);
});

test.each([{ maxAgeSeconds: 0 }, { maxBodyBytes: Number.NaN }])("rejects a limit of %j", (limit) => {
  expect(() => createInteractionHandler({ publicKey, commands: [], ...limit })).toThrow(
    expect.objectContaining({ code: "invalid_limit" }),
  );
});

test("responds with 413 to a chunked body over the limit before the body ends", async () => {
  const request = httpRequest(served.url, {
    method: "POST",
    headers: { ...good, "transfer-encoding": "chunked" },
  });
  request.write("a".repeat(2_000_000));
  const [response] = await once(request, "response");
  expect(response.statusCode).toBe(413);
  request.destroy();
});

test.each([
  ["an oversized body", 413, good, "a".repeat(10_000_000)],
  ["a wrong signature", 401, { ...good, "x-signature-ed25519": "0".repeat(128) }, ping],
  ["an unsigned request with a body", 401, {}, "a".repeat(100_000)],
])("keeps the connection open after %s", async (_, status, headers, body) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const refused = await post(agent, headers, body);
  const next = await post(agent, signedHeaders(ping), ping);
  expect([refused.status, next.status]).toEqual([status, 200]);
  expect(next.port).toBe(refused.port);
  agent.destroy();
});

/** Quadratic work would exceed the timeout. */
test("reads a body of many chunks in linear time", { timeout: 60_000 }, async () => {
  const chunks = runs(1_000_000);
  const body = `{"type":1,"x":"${"a".repeat(chunks)}"}`;
  const chunk = Buffer.from("a");
  const last = Buffer.from('"}');
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(Buffer.from('{"type":1,"x":"')),
    pull: (to) => {
      if (sent++ < chunks) return to.enqueue(chunk);
      to.enqueue(last);
      to.close();
    },
  });
  const init = { method: "POST", body: stream, headers: signedHeaders(body), duplex: "half" } as RequestInit;
  expect((await handler(new Request("https://game.example/", init))).status).toBe(200);
});

test("responds with 408 to a slow body on node:http and closes the connection because the rest may still arrive", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const agent = new Agent({ keepAlive: true });
    const headers = { ...good, "content-length": "100" };
    const request = httpRequest(served.url, { method: "POST", agent, headers });
    request.write("{");
    const answered = once(request, "response");
    await once(served.server, "request");
    await vi.advanceTimersByTimeAsync(3000);
    const [response] = await answered;
    expect([response.statusCode, response.headers.connection]).toEqual([408, "close"]);
    request.destroy();
  } finally {
    vi.useRealTimers();
  }
});

test("responds with 500 and reports the cause if Express has already parsed the body", async () => {
  const app = express();
  app.use(express.json());
  app.post("/", createNodeListener(handler));
  await using behind = await serve(app);
  const headers = { ...signedHeaders(ping), "content-type": "application/json" };
  expect((await fetch(behind.url, { method: "POST", body: ping, headers })).status).toBe(500);
  expect(problems.at(-1)).toMatchObject({
    code: "body_already_read",
    message: expect.stringContaining("before all body parsers"),
  });
});

test("serves the next request after responding with 500 to an adapter that passes a parsed body", async () => {
  const incoming = { method: "POST", header: (name: string) => (good as Record<string, string>)[name] };
  const parsed = { ...incoming, readBody: async () => JSON.parse(ping) as never };
  expect(await handler.receive(parsed)).toEqual({ status: 500 });
  expect(problems.at(-1)).toMatchObject({ code: "endpoint_failed", error: { code: "invalid_body" } });
  const raw = { ...incoming, readBody: async () => Buffer.from(ping) };
  expect(await handler.receive(raw)).toMatchObject({ status: 200 });
});
