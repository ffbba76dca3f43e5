import * as fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type EmulatorApplication, startEmulator } from "../../src/emulator/index.ts";
import { createEventHandler } from "../../src/interactions/index.ts";
import { GatewayIntent, GatewayOpcode } from "../../src/wire/gateway.ts";
import { problemsOfDispatches } from "../setup/description/check-dispatch.ts";
import { cases } from "../setup/cases.ts";
import { connectBot, GatewayBot, type GatewayMessage } from "../setup/emulator/gateway-bot.ts";
import { getAccessToken, getTokens } from "../setup/emulator/players.ts";
import { call } from "../setup/emulator/requests.ts";

const guild = {
  id: "11",
  name: "Divers",
  owner: "Ada",
  roles: [{ id: "8", name: "Captains" }],
  members: [{ player: "Ada" }],
};
const emulator = await startEmulator({ world: { guilds: [guild] } });
const { webBase } = emulator;
const [divers = expect.unreachable()] = emulator.guilds;
afterAll(() => emulator.close());

const { Guilds, GuildMembers, GuildModeration } = GatewayIntent;
const everything = { intents: Guilds | GuildMembers | GuildModeration };

/** Bots whose dispatches are checked against the API description after each test. */
const watched: GatewayBot[] = [];
afterEach(() => {
  const messages = watched.splice(0).flatMap((bot) => bot.received);
  expect(problemsOfDispatches(messages)).toEqual([]);
});

async function watchBot(application: EmulatorApplication, identify: object): Promise<GatewayBot> {
  const bot = await connectBot(emulator, application, identify);
  watched.push(bot);
  return bot;
}

describe("the gateway", () => {
  it("sends a bot its command's new permissions and the id of the user who edited them", async () => {
    await using bot = await watchBot(emulator.application, { intents: GuildModeration });
    const { body: command } = await call(emulator, "POST", "/commands", { name: "dive", description: "x" });
    const token = await getAccessToken(emulator, "applications.commands.permissions.update");
    const permissions = [{ id: "8", type: 1, permission: false }];
    const path = `/guilds/11/commands/${String(command["id"])}/permissions`;
    const authorization = `Bearer ${token}`;
    expect(await call(emulator, "PUT", path, { permissions }, { authorization })).toMatchObject({
      status: 200,
    });
    const stored = {
      id: command["id"],
      application_id: emulator.application.id,
      guild_id: "11",
      permissions,
    };
    expect((await bot.receivesEvent("APPLICATION_COMMAND_PERMISSIONS_UPDATE")).d).toEqual(stored);
    expect((await bot.receivesEvent("GUILD_AUDIT_LOG_ENTRY_CREATE")).d).toMatchObject({
      guild_id: "11",
      user_id: emulator.players[0].id,
      target_id: command["id"],
      action_type: 121,
      changes: [{ key: "8", new_value: permissions[0] }],
      options: { application_id: emulator.application.id },
    });
  });

  it("sends members and new guilds only to a bot that requested the intents", async () => {
    const application = emulator.addApplication({ privilegedIntents: true });
    await using bot = await watchBot(application, everything);
    await using deaf = await watchBot(application, { intents: 0 });
    divers.addMember({ player: "Grace" });
    divers.editMember("Grace", { nick: "G" });
    divers.removeMember("Grace");
    const added = emulator.addGuild({ name: "Wreck" });
    bot.send(GatewayOpcode.RequestGuildMembers, { guild_id: "11", query: "", limit: 0 });
    bot.send(GatewayOpcode.RequestGuildMembers, { guild_id: "11", query: "", limit: 0, nonce: "again" });
    await bot.settle();
    await deaf.settle();
    expect(bot.dispatched).toEqual([
      "READY",
      "GUILD_CREATE",
      "GUILD_MEMBER_ADD",
      "GUILD_MEMBER_UPDATE",
      "GUILD_AUDIT_LOG_ENTRY_CREATE",
      "GUILD_MEMBER_REMOVE",
      "GUILD_CREATE",
      "GUILD_MEMBERS_CHUNK",
      "RATE_LIMITED",
    ]);
    expect(bot.received.findLast(({ t }) => t === "GUILD_CREATE")?.d).toMatchObject({
      id: added.id,
      name: "Wreck",
    });
    expect(deaf.dispatched).toEqual(["READY"]);
  });

  it("notifies the bot of purchases and ended subscriptions", async () => {
    const application = emulator.addApplication({ guilds: [] });
    await using bot = await watchBot(application, { intents: 0 });
    await using stranger = await watchBot(emulator.addApplication(), { intents: 0 });
    const { id } = emulator.shop.subscribe({ application, player: "Ada", sku: "70" });
    emulator.shop.cancel(id);
    emulator.shop.end(id);
    emulator.shop.refund(emulator.shop.buy({ application, player: "Ada", sku: "71" }).id);
    await bot.settle();
    await stranger.settle();
    expect(bot.dispatched).toEqual([
      "READY",
      "ENTITLEMENT_CREATE",
      "SUBSCRIPTION_CREATE",
      "SUBSCRIPTION_UPDATE",
      "ENTITLEMENT_UPDATE",
      "SUBSCRIPTION_UPDATE",
      "ENTITLEMENT_CREATE",
      "ENTITLEMENT_DELETE",
    ]);
    expect(stranger.dispatched).toEqual(["READY"]);
  });

  it("sends authorizations to the events URL, not to the bot", async () => {
    const application = emulator.addApplication({ privilegedIntents: true });
    const reported: string[] = [];
    const handler = createEventHandler({
      publicKey: application.publicKey,
      events: { APPLICATION_AUTHORIZED: ({ scopes }) => void reported.push(...scopes) },
    });
    await application.setEventsEndpoint(handler);
    await using bot = await watchBot(application, everything);
    const { dispatched: before } = bot;
    const parameters = { scope: "identify", client_id: application.id };
    expect((await getTokens(emulator, { clientId: application.id, parameters })).status).toBe(200);
    await application.eventsSent();
    await bot.settle();
    expect([reported, bot.dispatched]).toEqual([["identify"], before]);
  });

  it("delivers every event once and in order to a bot that resumes after dropped connections", async () => {
    const application = emulator.addApplication({ privilegedIntents: true, guilds: ["11"] });
    const step = fc.constantFrom("tell", "tell", "tell", "drop", "cut", "reconnect");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        let bot = new GatewayBot(webBase);
        const { session_id: session } = await bot.identify(application.botToken, { intents: GuildMembers });
        const received: GatewayMessage[] = [];
        const expected: string[] = [];
        const resume = async () => {
          const after = received.findLast(({ s }) => s !== null)?.s ?? 0;
          bot = new GatewayBot(webBase);
          await bot.resume(application.botToken, session, after);
          await bot.receivesEvent("RESUMED");
        };
        for (const [index, what] of steps.entries()) {
          if (what === "tell") {
            expected.push(`n${index}`);
            divers.editMember("Ada", { nick: `n${index}` });
            continue;
          }
          // Events still in transit when the connection closes may be lost.
          if (what === "drop") emulator.gateway.drop(application);
          else if (what === "cut") bot.socket.terminate();
          else {
            bot.send(GatewayOpcode.Heartbeat);
            bot.socket.close(4_200);
          }
          await bot.ended;
          received.push(...bot.received);
          await resume();
        }
        await bot.settle();
        const all = [...received, ...bot.received].filter(({ s }) => s !== null);
        const numbers = all.map(({ s }) => s);
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        const nicks = all.filter(({ t }) => t === "GUILD_MEMBER_UPDATE").map(({ d }) => d["nick"]);
        expect(nicks).toEqual(expected);
        await bot.close(1_000);
      }),
      { numRuns: cases(100, 8) },
    );
  });
});
