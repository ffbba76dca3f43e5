// An interactions endpoint in an Express application:
//   node --env-file=.env examples/21-interactions-express.js
// In .env: SLASHPASS_PUBLIC_KEY.
import express from "express";
import { createInteractionHandler, createNodeListener, defineCommand } from "slashpass/interactions";

const roll = defineCommand({
  name: "roll",
  description: "Rolls a die",
  handle: (interaction) => interaction.reply({ content: `You rolled ${1 + Math.floor(Math.random() * 6)}.` }),
});

const handler = createInteractionHandler({
  publicKey: process.env["SLASHPASS_PUBLIC_KEY"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"], // for the emulator; omit it for Discord
  commands: [roll],
});

const app = express();
// Mounted before any body parser, because the signature covers the raw body.
app.post("/interactions", createNodeListener(handler));
app.use(express.json());
app.get("/", (_request, response) => void response.send("The game's own pages."));

const server = app.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log("Listening:", server.address());
});
