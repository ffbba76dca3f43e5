import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import type { Exchange } from "../../../../src/emulator/outbound/exchanges.ts";
import { call } from "../../../setup/emulator/requests.ts";
import { until } from "../../../setup/until.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());
const application = emulator.application;
const { exchanges } = application;

/** Sends a request and returns its exchange. */
async function exchangeOf(request: Promise<unknown>): Promise<Exchange> {
  const before = exchanges.all.length;
  await request.catch(() => undefined);
  return await until(() => exchanges.all[before]);
}

describe("a request from an application", () => {
  it("is recorded with its response, without its credential", async () => {
    const command = { name: "ping", description: "Answers" };
    const exchange = await exchangeOf(call(emulator, "POST", "/commands?with_localizations=1", command));
    expect(exchange).toMatchObject({
      from: "application",
      method: "POST",
      url: `/api/v10/applications/${application.id}/commands?with_localizations=1`,
      at: expect.any(Number),
      durationMs: expect.any(Number),
      request: { headers: { authorization: "Bot [hidden]" }, body: JSON.stringify(command) },
      answer: { status: 201, body: expect.stringContaining('"name":"ping"') },
    });
    expect(JSON.stringify(exchange)).not.toContain(application.botToken);
  });

  it("is recorded with the response of a fault", async () => {
    emulator.faults.add({ answer: "unavailable", times: 1 });
    const failed = await exchangeOf(call(emulator, "GET", "/commands"));
    expect(failed.answer?.status).toBe(503);
    emulator.faults.add({ answer: "drop", times: 1 });
    expect((await exchangeOf(call(emulator, "GET", "/commands"))).answer).toBeUndefined();
  });

  it("is recorded next to the interaction that it answers", async () => {
    await application.setInteractionsEndpoint(async (request) => {
      const { id, token, type } = (await request.clone().json()) as {
        id: string;
        token: string;
        type: number;
      };
      if (request.headers.get("x-signature-ed25519")?.startsWith("000"))
        return new Response("", { status: 401 });
      if (type === 1) return Response.json({ type: 1 });
      const body = JSON.stringify({ type: 4, data: { content: "pong" } });
      const headers = { "content-type": "application/json" };
      await fetch(`${emulator.apiBase}/interactions/${id}/${token}/callback`, {
        method: "POST",
        headers,
        body,
      });
      return new Response("", { status: 202 });
    });
    const before = exchanges.all.length;
    await emulator.player().use("/ping");
    const [callback, interaction] = await until(
      () => exchanges.all.length === before + 2 && exchanges.all.slice(before),
    );
    expect(callback).toMatchObject({ from: "application", answer: { status: 204, bytes: 0 } });
    expect(interaction).toMatchObject({ from: "service", answer: { status: 202 }, url: undefined });
  });

  it("is not recorded if it has another path or application", async () => {
    const before = exchanges.all.length;
    await fetch(`${emulator.apiBase}/users/@me`);
    await fetch(`${emulator.apiBase}/applications/5/commands`);
    await fetch(`${emulator.apiBase}/interactions/5/unknown/callback`, { method: "POST" });
    await exchangeOf(call(emulator, "GET", "/commands"));
    expect(exchanges.all).toHaveLength(before + 1);
  });
});
