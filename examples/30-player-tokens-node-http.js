// A game server that stores its players' tokens, on Node's own HTTP server. Any number of instances can share one Redis:
//   node --env-file=.env examples/30-player-tokens-node-http.js
// In .env: SLASHPASS_APPLICATION_ID, SLASHPASS_CLIENT_SECRET and TOKENS_KEY (64 hexadecimal digits). The game needs one line:
//   new Client({ applicationId, ...ownServer("https://game.example/tokens") })
import { createServer } from "node:http";
import { Redis } from "ioredis";
import { createNodeListener } from "slashpass/interactions";
import { redisPlayerStore } from "slashpass/redis";
import { createPlayerTokens, createTokenHandler } from "slashpass/server";

const redis = new Redis(process.env["REDIS_URL"] ?? "redis://127.0.0.1");
redis.on("error", (error) => console.error("Redis:", error.message));

const tokens = createPlayerTokens({
  applicationId: process.env["SLASHPASS_APPLICATION_ID"] ?? "",
  clientSecret: process.env["SLASHPASS_CLIENT_SECRET"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"],
  store: redisPlayerStore({
    command: ([name, ...args]) => redis.call(name, ...args),
    keys: [Buffer.from(process.env["TOKENS_KEY"] ?? "", "hex")],
  }),
});

const server = createServer(createNodeListener(createTokenHandler({ tokens })));
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log("Listening:", server.address());
});

// Completes pending token requests before the process exits, so that their new tokens are not lost.
process.once("SIGTERM", async () => {
  server.close();
  await tokens.drain();
  redis.disconnect();
});
