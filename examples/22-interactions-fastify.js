// An interactions endpoint in a Fastify application:
//   node --env-file=.env examples/22-interactions-fastify.js
// In .env: SLASHPASS_PUBLIC_KEY.
import { fastify } from "fastify";
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
const listener = createNodeListener(handler);

const app = fastify();
app.get("/", () => "The game's own pages.");
await app.register(async (interactions) => {
  // Disables body parsing in this scope, because the signature covers the raw body.
  interactions.removeAllContentTypeParsers();
  interactions.addContentTypeParser("*", (_request, _body, done) => done(null));
  interactions.post("/interactions", (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
});

await app.listen({ port: Number(process.env["PORT"] ?? 3000), host: "127.0.0.1" });
console.log("Listening:", app.server.address());
