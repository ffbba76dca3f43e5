// Shows the player's activity through the desktop client and lets a friend ask to join.
import { Client } from "slashpass";
import { startEmulator } from "slashpass/emulator";

const emulator = await startEmulator({
  world: { players: ["Ada", "Grace"] },
  desktopClient: { player: "Ada" },
});
const desktop = emulator.desktopClient;
// Lets the client find the emulated desktop client.
Object.assign(process.env, desktop?.environment);

const client = new Client(emulator.clientOptions());
client.presence.on("joinRequest", async ({ player, accept }) => {
  console.log(`${player.name} wants to join.`);
  await accept();
});
await client.presence.set({
  details: "Lunar Rally, stage 2",
  state: "In a group",
  party: { id: "party-7", size: [2, 4] },
  secrets: { join: "a random string" },
});
await until(() => emulator.player("Ada").presence.length > 0);
console.log(`Friends see: ${emulator.player("Ada").presence[0]?.details}`);

const request = desktop?.requestToJoin("Grace");
await until(() => request?.answer !== "pending");
console.log(`Grace's request was ${request?.answer}.`);

await client.close();
await emulator.close();

/** @param {() => boolean} isTrue */
async function until(isTrue) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}
