import { afterAll, beforeAll, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { createEventHandler, createInteractionHandler, defineCommand } from "../../src/interactions/index.ts";
import { ApiClient } from "../../src/resources/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { connectBot } from "../setup/emulator/gateway-bot.ts";

const [pass, pearl] = ["71", "72"];
const skus = [
  { id: pass, name: "Reef Pass", type: 5, forGuilds: true },
  { id: pearl, name: "Pearl" },
] as const;

let emulator: Emulator;
let api: ApiClient;
beforeAll(async () => {
  const entitlements = Array.from({ length: 210 }, (_, index) => ({
    id: `${1000 + index}`,
    player: "Linus",
    sku: pearl,
    consumed: true,
  }));
  emulator = await startEmulator({
    world: {
      players: [{ id: "101", name: "Ada" }, { id: "102", name: "Grace" }, "Linus"],
      guilds: [{ id: "20", name: "Reef", members: [{ player: "Ada" }, { player: "Grace" }] }],
      applications: [{ id: "5", skus, entitlements, commands: [{ name: "dive", description: "Dives" }] }],
    },
  });
  const { application, apiBase } = emulator;
  api = new ApiClient({ applicationId: "5", apiBase, credential: { botToken: application.botToken } });
});
afterAll(() => emulator.close());

const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

it("entitles a guild from a member's purchase with a premium button until the subscription ends", async () => {
  const { application, apiBase, shop } = emulator;
  const dive = defineCommand({
    name: "dive",
    description: "Dives",
    handle: (interaction) => {
      if (interaction.payload.entitlements?.some(({ sku_id }) => sku_id === pass))
        return interaction.reply({ content: "You dive." });
      const components = [{ type: 1, components: [{ type: 2, style: 6, sku_id: pass }] }] as const;
      return interaction.reply({ content: "Buy it:", components });
    },
  });
  const handler = createInteractionHandler({ publicKey: application.publicKey, commands: [dive], apiBase });
  await application.setInteractionsEndpoint(handler);
  const [ada, grace] = ["Ada", "Grace"].map((name) => emulator.player(name, { guild: "Reef" }));
  const contents = async () => (await grace?.use("dive"))?.messages.map(({ content }) => content);
  expect(await contents()).toEqual(["Buy it:"]);
  await ada?.use("dive");
  const bought = ada?.buy("Reef Pass");
  expect(bought).toMatchObject({ sku_id: pass, user_id: "101", guild_id: "20" });
  expect(await contents()).toEqual(["You dive."]);
  expect(await api.entitlements.list({ guildId: "20" })).toEqual([bought]);
  const [subscription = expect.unreachable()] = await api.sku(pass).subscriptions.list({ userId: "101" });
  shop.end(subscription.id);
  expect(await contents()).toEqual(["Buy it:"]);
  expect(await api.sku(pass).subscriptions.get(subscription.id)).toMatchObject({ status: 1 });
  expect(await api.entitlements.list({ guildId: "20", excludeEnded: true })).toEqual([]);
  expect(idsOf(await api.entitlements.list({ guildId: "20" }))).toEqual([bought?.id]);
});

it("consumes an entitlement only once and notifies the bot and the events endpoint", async () => {
  const { application } = emulator;
  const reported: string[] = [];
  const report = (name: string) => () => void reported.push(name);
  const events = { ENTITLEMENT_CREATE: report("create"), ENTITLEMENT_UPDATE: report("update") };
  await application.setEventsEndpoint(createEventHandler({ publicKey: application.publicKey, events }));
  await using bot = await connectBot(emulator, application, { intents: 0 });
  const openBrowser = emulator.player("Grace").browser();
  await using client = new Client({ ...emulator.clientOptions(), openBrowser, store: memoryTokenStore() });
  await client.signIn({ scopes: "identify" });
  const { entitlements: own } = client.api.currentUser;
  const { id } = emulator.shop.buy({ player: "Grace", sku: pearl });
  expect(idsOf(await own.list({ skuIds: [pearl], excludeConsumed: true }))).toEqual([id]);
  // Events in flight may be handled in either order.
  await application.eventsSent();
  await api.entitlements.consume(id);
  await api.entitlements.consume(id);
  expect(await own.list({ excludeConsumed: true })).toEqual([]);
  expect(await own.list()).toMatchObject([{ id, consumed: true }]);
  await application.eventsSent();
  await bot.settle();
  expect(reported).toEqual(["create", "update"]);
  expect(bot.dispatched).toEqual(["READY", "ENTITLEMENT_CREATE", "ENTITLEMENT_UPDATE"]);
});

it("rejects invalid calls with the service's codes", async () => {
  const { id } = emulator.shop.buy({ player: "Ada", sku: pass });
  for (const [call, code] of [
    [() => api.entitlements.consume(id), "not_consumable"],
    [() => api.entitlements.deleteTest(id), "not_a_test_entitlement"],
    [() => api.entitlements.get("1"), "unknown_entitlement"],
    [() => api.sku("79").subscriptions.list({ userId: "101" }), "unknown_sku"],
    [() => api.sku(pass).subscriptions.get("1"), "not_found"],
  ] as const)
    await expect(call()).rejects.toMatchObject({ code });
});
