// An instance that retries until it has a player's token. Its rate limiter reports each call, then allows the request after 300
// ms.
import { createRequire } from "node:module";

const { dist, service, port, key, player, applicationId } = JSON.parse(process.argv[2] ?? "");
const { createPlayerTokens } = await import(`${dist}/server/index.js`);
const { redisPlayerStore } = await import(`${dist}/server/redis/index.js`);
const { Redis } = createRequire(import.meta.url)("ioredis");

const redis = new Redis(port, "127.0.0.1");
redis.on("error", () => undefined);
/** @type {import("slashpass/redis").RedisCommand} */
const command = ([name, ...args]) => redis.call(name, ...args);
const limits = {
  async enter() {
    process.stdout.write("asked\n");
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { leave: () => undefined };
  },
};
const tokens = createPlayerTokens({
  applicationId,
  clientSecret: "secret",
  store: redisPlayerStore({ command, keys: [Buffer.from(key, "hex")] }),
  limits,
  apiBase: service,
});
let token;
while (!token) token = await tokens.accessToken(player).catch(() => undefined);
await tokens.drain();
process.stdout.write(`${token}\n`);
process.exit();
