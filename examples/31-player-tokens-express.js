// The players' tokens in an Express application, with the events of players who unlink it:
//   APPLICATION_ID=… CLIENT_SECRET=… PUBLIC_KEY=… TOKENS_KEY=<64 hexadecimal digits> PORT=3000 node examples/31-player-tokens-express.js
import express from "express";
import { createClient } from "redis";
import { createEventHandler, createNodeListener } from "slashpass/interactions";
import { redisPlayerStore } from "slashpass/redis";
import { createPlayerTokens, createTokenHandler } from "slashpass/server";

const redis = createClient({ url: process.env["REDIS_URL"] ?? "redis://127.0.0.1" });
redis.on("error", (error) => console.error("Redis:", error.message));
await redis.connect();

const tokens = createPlayerTokens({
  applicationId: process.env["APPLICATION_ID"] ?? "",
  clientSecret: process.env["CLIENT_SECRET"] ?? "",
  apiBase: process.env["API_BASE"],
  store: redisPlayerStore({
    command: (args) => redis.sendCommand([...args]),
    keys: [Buffer.from(process.env["TOKENS_KEY"] ?? "", "hex")],
  }),
});
const events = createEventHandler({ publicKey: process.env["PUBLIC_KEY"] ?? "", events: tokens.events });

const app = express();
// In front of every body parser: both read the raw body.
app.post("/tokens", createNodeListener(createTokenHandler({ tokens })));
app.post("/events", createNodeListener(events));

const server = app.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log("Listening:", server.address());
});
