import type { ServerResponse } from "node:http";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import { Faults } from "../../../../src/emulator/base/faults.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { passClocks } from "../../../setup/emulator/passing-clocks.ts";
import { call, type Service } from "../../../setup/emulator/requests.ts";

const ping = { name: "ping", description: "Answers with pong" };

const emulator = await startEmulator({ world: { applications: [{}, {}, {}] } });
afterEach(() => emulator.faults.clear());
afterAll(() => emulator.close());
const applications = [...emulator.applications];

/** Returns an application that no other test uses. */
function fresh(): Service {
  return { apiBase: emulator.apiBase, application: applications.pop() ?? expect.unreachable() };
}

describe("the emulator's faults", () => {
  it("affect only matching requests, up to the configured number", async () => {
    const service = fresh();
    const down = { status: 503, body: { message: "down" } };
    emulator.faults.add({ method: "GET", path: /\/commands$/, times: 1, answer: down });
    expect((await call(service, "POST", "/commands", ping)).status).toBe(201);
    expect(await call(service, "GET", "/commands")).toMatchObject(down);
    expect((await call(service, "GET", "/commands")).status).toBe(200);
    const end = emulator.faults.add({ answer: "drop" });
    await expect(call(service, "GET", "/commands")).rejects.toThrow("fetch failed");
    end();
    expect((await call(service, "GET", "/commands")).status).toBe(200);
  });

  it("drop, truncate or delay the response after the request takes effect", async () => {
    const service = fresh();
    emulator.faults.add({ times: 1, answer: "drop-answer" });
    await expect(call(service, "POST", "/commands", ping)).rejects.toThrow("fetch failed");
    expect((await call(service, "GET", "/commands")).body).toHaveLength(1);
    emulator.faults.add({ times: 1, answer: "half" });
    await expect(call(service, "GET", "/commands")).rejects.toThrow("terminated");
    const waits = passClocks();
    emulator.faults.add({ times: 1, answer: "slow" });
    expect((await call(service, "DELETE", "/commands/5")).body).toMatchObject({ code: 10_063 });
    expect(waits).not.toEqual([]);
  });
});

describe("a server's faults", () => {
  /** The responses without a fault. */
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    "/text": (response) => response.end("a text"),
    "/bytes": (response) => response.end(Buffer.from("bytes!")),
    "/nothing": (response) => response.writeHead(204).end(),
  };

  async function startFaulty() {
    const clock = new Clock();
    const faults = new Faults(clock);
    let [used, waiting, closed] = [faults, 0, 0];
    const server = await startServer((request, response) => {
      waiting += 1;
      response.once("close", () => (closed += 1));
      void used.apply(request, response, () => answers[request.url ?? ""]?.(response));
    });
    const use = (others: Faults) => void (used = others);
    const text = async (path: string, init?: RequestInit) =>
      (await fetch(new URL(path, server.url), init)).text();
    const counts = { waiting: () => waiting, closed: () => closed };
    return { clock, faults, use, server, text, ...counts, [Symbol.asyncDispose]: () => server.close() };
  }

  it("accept a response that has only a status and headers", async () => {
    await using faulty = await startFaulty();
    const headers = { "retry-after": "7", "content-type": "text/plain" };
    faulty.faults.add({ answer: { status: 503, headers } });
    const response = await fetch(`${faulty.server.url}text`);
    expect([response.status, await response.text()]).toEqual([503, ""]);
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
  });

  it("apply by method and path, newest first, until they are removed", async () => {
    await using faulty = await startFaulty();
    const { faults, text } = faulty;
    const saying = (body: string) => ({ answer: { status: 500, body } });
    faults.add(saying("older"));
    const end = faults.add({ method: "POST", path: /^\/t/g, ...saying("newer") });
    expect(await text("/text", { method: "POST" })).toBe('"newer"');
    expect(await text("/text", { method: "POST" })).toBe('"newer"');
    expect(await text("/text")).toBe('"older"');
    expect(await text("/bytes", { method: "POST" })).toBe('"older"');
    end();
    expect(await text("/text", { method: "POST" })).toBe('"older"');
    faults.clear();
    end();
    expect([await text("/text"), faults.all]).toEqual(["a text", []]);
  });

  it.each(["/text", "/bytes", "/nothing"])("send the response to %s byte by byte", async (path) => {
    const waits = passClocks();
    await using faulty = await startFaulty();
    const text = await faulty.text(path);
    faulty.faults.add({ answer: "slow" });
    expect(await faulty.text(path)).toBe(text);
    expect(waits).toHaveLength(text.length);
  });

  it("send half of the response but declare its full length", async () => {
    await using faulty = await startFaulty();
    faulty.faults.add({ answer: "half" });
    const response = await fetch(`${faulty.server.url}text`);
    expect(response.headers.get("content-length")).toBe("6");
    await expect(response.text()).rejects.toThrow("terminated");
  });

  it("stop sending when the client disconnects", async () => {
    await using faulty = await startFaulty();
    answers["/long"] = (response) => response.end("x".repeat(1_000));
    faulty.faults.add({ answer: "slow" });
    const { body } = await fetch(`${faulty.server.url}long`);
    await body?.cancel();
    await expect.poll(() => faulty.closed()).toBe(1);
  });

  it("affect a reproducible selection of requests for a given seed", async () => {
    await using faulty = await startFaulty();
    const hits = async (seed: number) => {
      const faults = new Faults(new Clock(), seed);
      faulty.use(faults);
      faults.add({ path: /text/, share: 0.4, answer: "server-error" });
      const statuses: number[] = [];
      for (let count = 0; count < 20; count++)
        statuses.push((await fetch(`${faulty.server.url}text`)).status);
      return statuses.map((status) => (status === 500 ? "x" : ".")).join("");
    };
    const first = await hits(7);
    expect(first.replaceAll(".", "").length).toBeGreaterThan(3);
    expect(first.replaceAll("x", "").length).toBeGreaterThan(3);
    expect(await hits(7)).toBe(first);
    expect(await hits(8)).not.toBe(first);
  });

  it("can be set with a request header", async () => {
    await using faulty = await startFaulty();
    const ask = (fault: string) =>
      fetch(`${faulty.server.url}text`, { headers: { "x-slashpass-fault": fault } });
    faulty.faults.add({ answer: "drop" });
    const limited = await ask("rate-limited; retryAfterSeconds=2.5");
    expect(limited.status).toBe(429);
    expect(limited.headers.get("retry-after")).toBe("3");
    expect(await limited.json()).toMatchObject({ retry_after: 2.5 });
    expect((await ask("latencyMs=1")).status).toBe(200);
    const wrong = await ask("bad-gatewy");
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { code: 0, message: expect.stringContaining("x-slashpass-fault.answer") },
    ]);
  });

  it("do not affect the emulator's own pages, so a fault can be removed there", async () => {
    await using faulty = await startFaulty();
    answers["/"] = (response) => response.end("the page");
    answers["/play/view"] = (response) => response.end("the view");
    faulty.faults.add({ answer: "drop" });
    expect([await faulty.text("/"), await faulty.text("/play/view")]).toEqual(["the page", "the view"]);
  });

  it("skew the clock", async () => {
    await using faulty = await startFaulty();
    faulty.faults.add({ clockSkewMs: -3_600_000, path: /bytes/ });
    const date = async (path: string) =>
      Date.parse((await fetch(faulty.server.url + path)).headers.get("date") ?? "");
    const [right, wrong] = [await date("text"), await date("bytes")];
    expect(Math.round((right - wrong) / 60_000)).toBe(60);
  });

  it("send no response if the client disconnects during the delay", async () => {
    await using faulty = await startFaulty();
    const requests: unknown[] = [];
    answers["/never"] = () => requests.push("answered");
    faulty.faults.add({ latencyMs: 3_600_000 });
    const stop = new AbortController();
    const request = fetch(`${faulty.server.url}never`, { signal: stop.signal });
    await expect.poll(() => faulty.waiting()).toBe(1);
    stop.abort();
    await expect(request).rejects.toThrow("aborted");
    await expect.poll(() => faulty.closed()).toBe(1);
    faulty.clock.advance(3_600_000);
    await Promise.resolve();
    expect(requests).toEqual([]);
  });
});

it("drops the connection if Node rejects the response headers, then handles the next request", async () => {
  const service = { apiBase: emulator.apiBase, application: emulator.addApplication() };
  // Node validates these headers only when it sends them.
  const end = emulator.faults.add({
    answer: { status: 200, headers: { trailer: "x", "content-length": "2" }, body: {} },
  });
  await expect(call(service, "GET", "/commands")).rejects.toThrow("fetch failed");
  end();
  expect((await call(service, "GET", "/commands")).status).toBe(200);
});
