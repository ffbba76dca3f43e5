// One of any number of game server instances, which share the players' tokens through Redis.
//   node --env-file=.env examples/fleet/server.js
// In .env: SLASHPASS_APPLICATION_ID, SLASHPASS_CLIENT_SECRET and TOKEN_KEYS (comma-separated Base64 keys). POST /tokens is for
// the game, GET /health for the load balancer, GET /counters for you. SIGTERM drains the instance.
import { once } from "node:events";
import { createServer } from "node:http";
import { Redis } from "ioredis";
import { createNodeListener } from "slashpass/interactions";
import { checkRedis, redisLimits, redisPlayerStore } from "slashpass/redis";
import { createPlayerTokens, createTokenHandler } from "slashpass/server";
import { createCountingMeter } from "./counting-meter.js";
import { observeFleet } from "./telemetry.js";

const {
  REDIS_URL = "redis://127.0.0.1:6379",
  SLASHPASS_API_BASE,
  SLASHPASS_APPLICATION_ID = "",
  SLASHPASS_CLIENT_SECRET = "",
} = process.env;
const { TOKEN_KEYS = "", INSTANCES = "4", PORT = "3000", HOST = "127.0.0.1" } = process.env;

const { meter, counts } = createCountingMeter();
observeFleet(meter);

const redis = new Redis(REDIS_URL, { maxRetriesPerRequest: 1 });
redis.on("error", ({ message }) => console.error(`redis: ${message}`));
/** @type {import("slashpass/redis").RedisCommand} */
const command = ([name, ...args]) => redis.call(name, ...args);

const tokens = createPlayerTokens({
  applicationId: SLASHPASS_APPLICATION_ID,
  clientSecret: SLASHPASS_CLIENT_SECRET,
  apiBase: SLASHPASS_API_BASE,
  // The first key encrypts, and all keys decrypt. To rotate keys, add the new one at the front.
  store: redisPlayerStore({ command, keys: TOKEN_KEYS.split(",").map((key) => Buffer.from(key, "base64")) }),
  limits: redisLimits({ command, instances: Number(INSTANCES) }),
});
const answerGame = createNodeListener(createTokenHandler({ tokens }));

let isDraining = false;
const server = createServer(async (request, response) => {
  if (request.url === "/tokens") return answerGame(request, response);
  if (request.url === "/counters") return void response.end(JSON.stringify(Object.fromEntries(counts)));
  const { isHealthy } = await checkRedis({ command });
  response.statusCode = isHealthy && !isDraining ? 200 : 503;
  response.end(isDraining ? "draining" : isHealthy ? "healthy" : "Redis rejects writes");
});
server.listen(Number(PORT), HOST);
await once(server, "listening");
const address = server.address();
console.log(`listening on ${typeof address === "object" ? address?.port : address}`);

process.once("SIGTERM", async () => {
  // Rejects new connections, completes pending requests, and stores new tokens before the process exits.
  isDraining = true;
  server.close();
  server.closeIdleConnections();
  await once(server, "close");
  await tokens.drain();
  await redis.quit();
  console.log("drained");
});
