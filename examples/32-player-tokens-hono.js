// Stores players' tokens in Valkey, from a Hono application. The handler is a web-standard (Request) => Promise<Response>:
//   node --env-file=.env examples/32-player-tokens-hono.js
// In .env: SLASHPASS_APPLICATION_ID, SLASHPASS_CLIENT_SECRET and TOKENS_KEY (64 hexadecimal digits).
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { Redis } from "iovalkey";
import { redisPlayerStore } from "slashpass/redis";
import { createPlayerTokens, createTokenHandler } from "slashpass/server";

const valkey = new Redis(process.env["REDIS_URL"] ?? "redis://127.0.0.1");
valkey.on("error", (error) => console.error("Valkey:", error.message));

const tokens = createPlayerTokens({
  applicationId: process.env["SLASHPASS_APPLICATION_ID"] ?? "",
  clientSecret: process.env["SLASHPASS_CLIENT_SECRET"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"],
  store: redisPlayerStore({
    command: ([name, ...args]) => valkey.call(name, ...args),
    keys: [Buffer.from(process.env["TOKENS_KEY"] ?? "", "hex")],
  }),
});
// The reverse proxy must set this header to the player's address, overwriting any value that the client sends.
const handler = createTokenHandler({ tokens, addressHeader: "x-real-ip" });

const app = new Hono();
app.post("/tokens", (context) => handler(context.req.raw));

serve({ fetch: app.fetch, port: Number(process.env["PORT"] ?? 3000), hostname: "127.0.0.1" }, (address) => {
  console.log("Listening:", address);
});
