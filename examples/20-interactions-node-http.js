// An interactions endpoint on Node's own HTTP server. Run it, make its URL public, and enter the URL in the developer portal:
//   node --env-file=.env examples/20-interactions-node-http.js
// In .env: SLASHPASS_PUBLIC_KEY.
import { createServer } from "node:http";
import {
  createInteractionHandler,
  createNodeListener,
  defineCommand,
  entryPoint,
} from "slashpass/interactions";

// Launches the application's Activity.
const launch = entryPoint({ name: "launch", description: "Play together", handler: 1 });

const roll = defineCommand({
  name: "roll",
  description: "Rolls a die",
  options: [{ type: 4, name: "sides", description: "How many sides (6)", min_value: 2, max_value: 100 }],
  handle: (interaction, { sides = 6 }) => {
    const rolled = 1 + Math.floor(Math.random() * sides);
    return interaction.reply({ content: `${interaction.user.username} rolled ${rolled} of ${sides}.` });
  },
});

const handler = createInteractionHandler({
  publicKey: process.env["SLASHPASS_PUBLIC_KEY"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"], // for the emulator; omit it for Discord
  commands: [launch, roll],
});

const server = createServer(createNodeListener(handler));
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log("Listening:", server.address());
});
