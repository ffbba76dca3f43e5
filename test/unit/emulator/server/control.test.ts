import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { send } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());
const control = (part: string, init: Parameters<typeof send>[1] = {}) =>
  send(`${emulator.webBase}/control/${part}`, init);

const json = { "content-type": "application/json" };
const post = (body: object, headers: Record<string, string> = json) =>
  control("trigger", { method: "POST", headers, body: JSON.stringify(body) });

describe("the control endpoints", () => {
  it("return the world and trigger events", async () => {
    expect(await control("world")).toMatchObject({
      status: 200,
      body: JSON.parse(JSON.stringify(emulator.exportWorld())) as object,
    });
    const fields = { player: "Ada", sku: "70" };
    expect(await post({ event: "entitlement.create", fields })).toMatchObject({
      status: 200,
      body: { sku_id: "70", user_id: emulator.players[0].id },
    });
    expect(emulator.application.entitlements).toMatchObject([fields]);
  });

  it("reject unknown paths and requests from a browser", async () => {
    const origin = emulator.webBase;
    expect(await control("world", { headers: { origin } })).toMatchObject({ status: 421 });
    expect(await post({ event: "fault.end" }, { ...json, origin: "https://game.example" })).toMatchObject({
      status: 421,
    });
    const call = { method: "POST", headers: { ...json, origin }, body: "{}" };
    expect(await control("player", call)).toMatchObject({ status: 421 });
    expect(await control("secrets")).toMatchObject({ status: 404 });
    expect(await control("trigger")).toMatchObject({ status: 404 });
  });

  it("explain errors", async () => {
    expect(await post({ event: "entitlement.creat" })).toMatchObject({
      status: 400,
      body: {
        message: '"entitlement.creat" is not an event. Did you mean entitlement.create?',
        hint: expect.stringContaining("member.add"),
      },
    });
    expect(await post([])).toMatchObject({ status: 400 });
    expect(await control("trigger", { method: "POST", body: "{" })).toMatchObject({ status: 400 });
  });

  it("are not affected by faults", async () => {
    expect(await post({ event: "fault.add", fields: { answer: "server-error" } })).toMatchObject({
      status: 200,
    });
    expect(await send(`${emulator.apiBase}/gateway`, {})).toMatchObject({ status: 500 });
    expect(await post({ event: "fault.end" })).toMatchObject({ status: 200, body: {} });
    expect(await send(`${emulator.apiBase}/gateway`, {})).toMatchObject({ status: 200 });
  });
});
