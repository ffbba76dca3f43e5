// A server instance that gets random players' tokens until it is killed or stopped, and reports the results.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

/** @typedef {{ dist: string, service: string, ports: number[], isCluster: boolean, key: string, players: string[], applicationId: string, tasks: number }} Setup */

/** @type {Setup} */
const setup = JSON.parse(process.argv[2] ?? "");
const { createPlayerTokens } = await import(`${setup.dist}/server/index.js`);
const { redisPlayerStore } = await import(`${setup.dist}/server/redis/index.js`);
const { Redis, Cluster, Command } = createRequire(import.meta.url)("ioredis");

/** @param {object} line */
const report = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

function connect() {
  if (!setup.isCluster) {
    const redis = new Redis(setup.ports[0], "127.0.0.1");
    redis.on("error", () => undefined);
    return (/** @type {string[]} */ [name, ...args]) => redis.call(name, ...args);
  }
  const nodes = setup.ports.map((port) => ({ host: "127.0.0.1", port }));
  const cluster = new Cluster(nodes, { clusterRetryStrategy: () => 100, slotsRefreshInterval: 1000 });
  cluster.on("error", () => undefined);
  /** @param {string[]} words @param {string} key */
  return ([name, ...args], key) => {
    const command = new Command(name, args, { replyEncoding: "utf8" });
    // WAIT takes no key but must go to the node that received the preceding write.
    if (name === "WAIT") command.getSlot = () => new Command("GET", [key]).getSlot();
    return cluster.sendCommand(command);
  };
}

const store = redisPlayerStore({
  command: connect(),
  keys: [Buffer.from(setup.key, "hex")],
  ...(setup.isCluster && { replicas: { count: 1, timeoutMs: 500 } }),
});
let holeMs = 0;
const { write } = store;
/** @type {import("../../../src/server/player-store.ts").PlayerStore["write"]} */
store.write = async (account, fence, record, lifetime) => {
  const startedAt = performance.now();
  const written = await write(account, fence, record, lifetime);
  holeMs = performance.now() - startedAt;
  // The refresh token contains its number.
  report({
    type: "wrote",
    refresh: JSON.parse(record).r,
    isSafe: written.isStored && written.isReplicated,
    holeMs,
  });
  return written;
};

/** @param {string} url @param {RequestInit} init */
const sendAs = (url, init) => {
  const headers = new Headers(init.headers);
  headers.set("x-instance", String(process.pid));
  return fetch(url, { ...init, headers });
};
const tokens = createPlayerTokens({
  applicationId: setup.applicationId,
  clientSecret: "secret",
  store,
  apiBase: setup.service,
  fetch: sendAs,
});

const ending = new AbortController();
createInterface({ input: process.stdin }).on("close", () => ending.abort());

async function askOnAndOn() {
  while (!ending.signal.aborted) {
    const player = setup.players[Math.floor(Math.random() * setup.players.length)];
    const startedAt = performance.now();
    try {
      await tokens.accessToken(player);
      report({ type: "asked", ms: performance.now() - startedAt });
    } catch (error) {
      const { code, message } = /** @type {{ code?: string, message: string }} */ (error);
      report({ type: code === "session_ended" ? "lost" : "failed", player, code, message });
    }
  }
}

await Promise.all(Array.from({ length: setup.tasks }, askOnAndOn));
await tokens.drain();
process.exit();
