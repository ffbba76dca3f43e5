import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { call, type Service } from "../../../setup/emulator/requests.ts";

const ping = { name: "ping", description: "Answers with pong" };

const emulator = await startEmulator({ applications: [{}, {}, {}] });
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
