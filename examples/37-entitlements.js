// Sells consumable pearls and a pass that unlocks a command. Players without the pass see a premium button; each interaction
// lists the player's entitlements.
import { ApiClient } from "slashpass/api";
import { startEmulator } from "slashpass/emulator";
import { createEventHandler, createInteractionHandler, defineCommand } from "slashpass/interactions";

const pass = "1100000000000000001";
const pearl = "1100000000000000002";

// The emulator replaces Discord, where SKUs are created in the developer portal.
const skus = /** @type {const} */ ([
  { id: pass, name: "Reef Pass", type: 5 },
  { id: pearl, name: "Pearl", type: 3 },
]);
const emulator = await startEmulator({
  world: { applications: [{ skus, commands: [{ name: "dive", description: "Dives at the reef" }] }] },
});
const { application, apiBase } = emulator;
const { publicKey, botToken } = application;
const api = new ApiClient({ applicationId: application.id, credential: { botToken }, apiBase });

const dive = defineCommand({
  name: "dive",
  description: "Dives at the reef",
  handle: (interaction) => {
    if (interaction.payload.entitlements?.some(({ sku_id }) => sku_id === pass))
      return interaction.reply({ content: "You dive." });
    const button = /** @type {const} */ ({ type: 2, style: 6, sku_id: pass });
    return interaction.reply({
      content: "You need the pass.",
      components: [{ type: 1, components: [button] }],
    });
  },
});
await application.setInteractionsEndpoint(createInteractionHandler({ publicKey, commands: [dive], apiBase }));

await application.setEventsEndpoint(
  createEventHandler({
    publicKey,
    events: {
      ENTITLEMENT_CREATE: async ({ id, sku_id }) => {
        if (sku_id !== pearl) return;
        // Record the purchase first, keyed by the entitlement id, because an event may be delivered twice. Consuming the
        // entitlement allows the player to buy another.
        console.log("A pearl is in the treasury.");
        await api.entitlements.consume(id);
      },
    },
  }),
);

const ada = emulator.player("Ada");
const said = async () => (await ada.use("dive")).messages.map(({ content }) => content).join();
console.log(await said());
ada.buy("Reef Pass");
console.log(await said());

emulator.shop.buy({ player: "Ada", sku: pearl });
await application.eventsSent();
for await (const { sku_id, consumed } of api.entitlements.all({ userId: ada.player.id }))
  console.log(sku_id === pass ? "pass" : "pearl", consumed ? "used up" : "in force");

// Test entitlements let developers try the pass without paying.
const { id } = await api.entitlements.createTest({
  sku_id: pass,
  owner_id: emulator.player("Grace").player.id,
  owner_type: 2,
});
await api.entitlements.deleteTest(id);
console.log("Deleted:", (await api.entitlements.get(id)).deleted);

await emulator.close();
