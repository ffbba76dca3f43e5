import type { ServerResponse } from "node:http";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import { Faults } from "../../../../src/emulator/base/faults.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { call, type Service } from "../../../setup/emulator/requests.ts";

const ping = { name: "ping", description: "Answers with pong" };

const emulator = await startEmulator({ world: { applications: [{}, {}, {}] } });
afterEach(() => emulator.faults.clear());
afterAll(() => emulator.close());
const applications = [...emulator.applications];

/** An application that no other test has touched. */
function fresh(): Service {
  return { apiBase: emulator.apiBase, application: applications.pop() ?? expect.unreachable() };
}

describe("a fault", () => {
  it("can make a route slow, and leaves the others alone", async () => {
    const service = fresh();
    const end = emulator.faults.add({ method: "GET", path: /\/commands$/, latencyMs: 3_600_000 });
    const order: string[] = [];
    const stop = new AbortController();
    const url = `${service.apiBase}/applications/${service.application.id}/commands`;
    const headers = { authorization: `Bot ${service.application.botToken}` };
    const slow = fetch(url, { headers, signal: stop.signal }).catch(() => order.push("given up"));
    expect((await call(service, "POST", "/commands", ping)).status).toBe(201);
    order.push("answered");
    stop.abort();
    await slow;
    expect(order).toEqual(["answered", "given up"]);
    end();
    emulator.faults.add({ path: /\/commands$/, latencyMs: 1 });
    expect((await call(service, "GET", "/commands")).body).toHaveLength(1);
  });

  it("hits the requests it is for, as often as it says", async () => {
    const service = fresh();
    emulator.faults.add({
      method: "GET",
      path: /\/commands$/,
      times: 1,
      answer: { status: 503, body: { message: "down" } },
    });
    expect((await call(service, "POST", "/commands", ping)).status).toBe(201);
    expect(await call(service, "GET", "/commands")).toMatchObject({
      status: 503,
      body: { message: "down" },
    });
    expect((await call(service, "GET", "/commands")).status).toBe(200);
    const end = emulator.faults.add({ answer: "drop" });
    await expect(call(service, "GET", "/commands")).rejects.toThrow("fetch failed");
    end();
    expect((await call(service, "GET", "/commands")).status).toBe(200);
  });

  it("can lose the answer after the request was carried out, or end in the middle", async () => {
    const service = fresh();
    emulator.faults.add({ times: 1, answer: "drop-answer" });
    await expect(call(service, "POST", "/commands", ping)).rejects.toThrow("fetch failed");
    expect((await call(service, "GET", "/commands")).body).toHaveLength(1);
    emulator.faults.add({ times: 1, answer: "half" });
    await expect(call(service, "GET", "/commands")).rejects.toThrow("terminated");
    emulator.faults.add({ times: 1, answer: "slow" });
    expect((await call(service, "DELETE", "/commands/5")).body).toMatchObject({ code: 10_063 });
  });
});

describe("a fault of a server", () => {
  /** What the server answers without a fault. */
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    "/text": (response) => response.end("a text"),
    "/bytes": (response) => response.end(Buffer.from("bytes!")),
    "/nothing": (response) => response.writeHead(204).end(),
  };

  async function startFaulty() {
    const faults = new Faults(new Clock());
    const server = await startServer((request, response) => {
      void faults.apply(request, response, () => answers[request.url ?? ""]?.(response));
    });
    const text = async (path: string, init?: RequestInit) =>
      (await fetch(new URL(path, server.url), init)).text();
    return { faults, server, text, [Symbol.asyncDispose]: () => server.close() };
  }

  it("may answer with nothing but a status, and headers of its own", async () => {
    await using faulty = await startFaulty();
    const headers = { "retry-after": "7", "content-type": "text/plain" };
    faulty.faults.add({ answer: { status: 503, headers } });
    const response = await fetch(`${faulty.server.url}text`);
    expect([response.status, await response.text()]).toEqual([503, ""]);
    expect([response.headers.get("retry-after"), response.headers.get("content-type")]).toEqual([
      "7",
      "text/plain",
    ]);
  });

  it("comes byte by byte whatever the answer is made of", async () => {
    await using faulty = await startFaulty();
    faulty.faults.add({ answer: "slow" });
    expect(await faulty.text("/text")).toBe("a text");
    expect(await faulty.text("/bytes")).toBe("bytes!");
    expect(await faulty.text("/nothing")).toBe("");
  });

  it("stops sending to a client that has given up", async () => {
    await using faulty = await startFaulty();
    const sent: unknown[] = [];
    answers["/long"] = (response) => {
      const write = response.write.bind(response) as (chunk: unknown) => boolean;
      response.write = ((chunk: unknown) => (sent.push(chunk), write(chunk))) as typeof response.write;
      response.once("close", () => sent.push("closed"));
      response.end("x".repeat(1_000));
    };
    faulty.faults.add({ answer: "slow" });
    const { body } = await fetch(`${faulty.server.url}long`);
    await body?.cancel();
    await expect.poll(() => sent.at(-1)).toBe("closed");
  });

  it("is in force for its method and path, the newest first, until all are cleared", async () => {
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
    expect(await text("/text")).toBe("a text");
  });
});
