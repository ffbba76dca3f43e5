// An interactions endpoint in a Hono application. The handler is a web-standard (Request) => Promise<Response>, so the same code
// works on edge and serverless runtimes, without @hono/node-server:
//   node --env-file=.env examples/23-interactions-hono.js
// In .env: SLASHPASS_PUBLIC_KEY.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createInteractionHandler, defineCommand } from "slashpass/interactions";

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

const app = new Hono();
app.get("/", (context) => context.text("The game's own pages."));
// On an edge runtime, also pass context.executionCtx, which keeps slow handlers alive after the response.
app.post("/interactions", (context) => handler(context.req.raw));

serve({ fetch: app.fetch, port: Number(process.env["PORT"] ?? 3000), hostname: "127.0.0.1" }, (address) => {
  console.log("Listening:", address);
});
