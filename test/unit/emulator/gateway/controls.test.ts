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

describe("gateway controls", () => {
  it("list connected bots", async () => {
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

  it("drop the connection of one bot, which can resume", async () => {
    const [one, other] = [await openBot(), await openBot()];
    await using _ = other.bot;
    gateway.drop(one.application);
    expect(await one.bot.ended).toMatchObject({ code: 1006 });
    await other.bot.settle();
    await using again = new GatewayBot(webBase);
    await again.resume(one.application.botToken, one.bot.said[1]?.d["session_id"], 1);
    await again.hearsOf("RESUMED");
  });

  it("request a reconnect and close the connections of bots that ignore it", async () => {
    const { application, bot } = await openBot();
    gateway.reconnect(application);
    expect(await bot.hearsOp(GatewayOpcode.Reconnect)).toEqual({ op: 7, d: null, s: null, t: null });
    await bot.settle();
    emulator.advance("11s");
    expect(await bot.ended).toMatchObject({ code: 1006 });
  });

  it("invalidate sessions, after which a bot can identify again over the same connection", async () => {
    const { application, bot } = await openBot();
    gateway.invalidate(application);
    expect(await bot.hearsOp(GatewayOpcode.InvalidSession)).toMatchObject({ d: false });
    expect(gateway.bots(application)).toEqual([]);
    bot.send(GatewayOpcode.Identify, { token: application.botToken, properties: {}, intents: 0 });
    await bot.hears(({ t, d }) => t === "READY" && d["session_id"] !== bot.said[1]?.d["session_id"]);
    await bot.close();
  });

  it("request heartbeats", async () => {
    const { bot } = await openBot();
    gateway.requestHeartbeat();
    expect(await bot.hearsOp(GatewayOpcode.Heartbeat)).toMatchObject({ d: null });
    await bot.settle();
    gateway.requestHeartbeat();
    emulator.advance("11s");
    expect(await bot.ended).toMatchObject({ code: 4009 });
  });

  it("reject a value that is not an application", () => {
    for (const call of Object.values(gateway))
      expect(() => (call as (given: unknown) => void)({ id: "1" })).toThrow(
        "must be an application of this emulator",
      );
  });
});
