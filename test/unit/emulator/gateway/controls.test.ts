import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { GatewayOpcode } from "../../../../src/wire/gateway.ts";
import { connectBot, GatewayBot } from "../../../setup/emulator/gateway-bot.ts";

const emulator = await startEmulator();
const { gateway, webBase } = emulator;
afterAll(() => emulator.close());

async function openBot() {
  const application = emulator.addApplication();
  const bot = await connectBot(emulator, application);
  return { application, bot };
}

describe("the gateway can be told", () => {
  it("who is connected", async () => {
    const { application, bot } = await openBot();
    await using _ = bot;
    const stranger = new GatewayBot(webBase);
    await stranger.hearsOp(GatewayOpcode.Hello);
    const known = { applicationId: application.id, shard: [0, 1], intents: 1 };
    expect(gateway.bots(application)).toEqual([known]);
    expect(gateway.bots()).toEqual([known]);
    expect(gateway.bots(emulator.application)).toEqual([]);
    await stranger.close();
  });

  it("to drop one bot and no other, which resumes", async () => {
    const [one, other] = [await openBot(), await openBot()];
    await using _ = other.bot;
    gateway.drop(one.application);
    expect(await one.bot.ended).toMatchObject({ code: 1006 });
    await other.bot.settle();
    await using again = new GatewayBot(webBase);
    await again.resume(one.application.botToken, one.bot.said[1]?.d["session_id"], 1);
    await again.hearsOf("RESUMED");
  });

  it("to let bots connect anew, and to cut off those that stay", async () => {
    const { application, bot } = await openBot();
    gateway.reconnect(application);
    expect(await bot.hearsOp(GatewayOpcode.Reconnect)).toEqual({ op: 7, d: null, s: null, t: null });
    await bot.settle();
    emulator.advance("11s");
    expect(await bot.ended).toMatchObject({ code: 1006 });
  });

  it("to end sessions: a bot identifies again, over the same connection too", async () => {
    const { application, bot } = await openBot();
    gateway.invalidate(application);
    expect(await bot.hearsOp(GatewayOpcode.InvalidSession)).toMatchObject({ d: false });
    expect(gateway.bots(application)).toEqual([]);
    bot.send(GatewayOpcode.Identify, { token: application.botToken, properties: {}, intents: 0 });
    await bot.hears(({ t, d }) => t === "READY" && d["session_id"] !== bot.said[1]?.d["session_id"]);
    await bot.close();
  });

  it("to ask for heartbeats", async () => {
    const { bot } = await openBot();
    gateway.requestHeartbeat();
    expect(await bot.hearsOp(GatewayOpcode.Heartbeat)).toMatchObject({ d: null });
    await bot.settle();
    gateway.requestHeartbeat();
    emulator.advance("11s");
    expect(await bot.ended).toMatchObject({ code: 4009 });
  });

  it("nothing by what is no application", () => {
    for (const call of Object.values(gateway))
      expect(() => (call as (given: unknown) => void)({ id: "1" })).toThrow(
        "must be an application of this emulator",
      );
  });
});
