import { expect, it } from "vitest";
import { startEmulator } from "../../src/emulator/index.ts";
import { createInteractionHandler, defineCommand } from "../../src/interactions/index.ts";
import { ApiClient } from "../../src/resources/index.ts";

const pass = "71";
const world = {
  players: [
    { id: "101", name: "Ada" },
    { id: "102", name: "Grace" },
  ],
  guilds: [{ id: "20", name: "Reef", members: [{ player: "Ada" }, { player: "Grace" }] }],
  applications: [
    {
      skus: [{ id: pass, name: "Reef Pass", type: 5, forGuilds: true }],
      commands: [{ name: "dive", description: "Dives" }],
    },
  ],
} as const;

it("entitles a guild from a member's purchase with a premium button until the subscription ends", async () => {
  await using emulator = await startEmulator({ world });
  const { application, shop } = emulator;
  const api = new ApiClient(emulator.commandsOptions());
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
  const handler = createInteractionHandler({ ...emulator.handlerOptions(), commands: [dive] });
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
  expect(await api.entitlements.list({ guildId: "20" })).toMatchObject([{ id: bought?.id }]);
});
