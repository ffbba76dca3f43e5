// Stores players' tokens in Redis, from an Express application, and handles revoked authorizations:
//   node --env-file=.env examples/31-player-tokens-express.js
// In .env: SLASHPASS_APPLICATION_ID, SLASHPASS_CLIENT_SECRET, SLASHPASS_PUBLIC_KEY and TOKENS_KEY (64 hexadecimal digits).
import express from "express";
import { createClient } from "redis";
import { createEventHandler, createNodeListener } from "slashpass/interactions";
import { redisPlayerStore } from "slashpass/redis";
import { createPlayerTokens, createTokenHandler } from "slashpass/server";

const redis = createClient({ url: process.env["REDIS_URL"] ?? "redis://127.0.0.1" });
redis.on("error", (error) => console.error("Redis:", error.message));
await redis.connect();

const tokens = createPlayerTokens({
  applicationId: process.env["SLASHPASS_APPLICATION_ID"] ?? "",
  clientSecret: process.env["SLASHPASS_CLIENT_SECRET"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"],
  store: redisPlayerStore({
    command: (args) => redis.sendCommand([...args]),
    keys: [Buffer.from(process.env["TOKENS_KEY"] ?? "", "hex")],
  }),
});
const events = createEventHandler({
  publicKey: process.env["SLASHPASS_PUBLIC_KEY"] ?? "",
  events: tokens.events,
});

const app = express();
// Mounted before any body parser, because both handlers read the raw body.
app.post("/tokens", createNodeListener(createTokenHandler({ tokens })));
app.post("/events", createNodeListener(events));

const server = app.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log("Listening:", server.address());
});
