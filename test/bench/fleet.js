// Measures the cost of storing players' tokens in a real Redis on this machine. Needs `npm run build` and Debian's redis-tools.
import { randomBytes } from "node:crypto";
import { Redis } from "ioredis";
import { redisPlayerStore } from "slashpass/redis";
import { createPlayerTokens } from "slashpass/server";
import { lacksRedis } from "./frame/lacks.js";
import { inTurn } from "./frame/measure.js";
import { startRedis } from "./redis.js";

const applicationId = "1234567890123456789";
const weekMs = 604_800_000;
const inFlight = 64;
/** @type {(index: number) => string} */
const playerOf = (index) => String(10n ** 18n + BigInt(index));

const times = {
  name: "fleet-tokens",
  title: "CPU time per token",
  unit: "µs",
  footnote:
    "A read runs one Redis script and one decryption with the player's key (HKDF, AES-256-GCM). A renewal runs two " +
    "scripts, sends and validates the token request, and encrypts once.",
};
const memory = {
  name: "fleet-memory",
  title: "Memory per player in Redis",
  unit: "bytes",
  footnote:
    "Redis reports the size (MEMORY USAGE). The floor is the record as JSON with the player's id as key. Encryption adds " +
    "a version, an authentication tag and base64; the key also contains the application id.",
};

/**
 * The server's CPU time per token, with 10,000 players in a real Redis, 64 concurrent requests, and a `fetch` stub that responds
 * immediately. The floor is a plain GET with the same driver. No other package stores players' tokens.
 *
 * @type {import("./frame/bench.ts").Bench}
 */
export const bench = {
  title: "Server tokens",
  async run(pace) {
    if (lacksRedis) {
      const missing = [{ what: "redisPlayerStore", why: lacksRedis }];
      return [times, memory].map((heading) => ({ ...heading, rows: [], missing }));
    }
    const server = await startRedis();
    const redis = new Redis(server.port, "127.0.0.1", { enableAutoPipelining: false });
    try {
      return [await tokens(redis, pace), await bytes(redis)];
    } finally {
      redis.disconnect();
      await server.end();
    }
  },
};

/** @param {Redis} redis */
function storeOf(redis) {
  /** @type {import("slashpass/redis").RedisCommand} */
  const command = ([name, ...args]) => redis.call(name, ...args);
  return redisPlayerStore({ command, keys: [randomBytes(32)], timeoutMs: 120_000 });
}

/** A record with tokens of the same length as Discord's. */
const record = () =>
  JSON.stringify({
    v: 1,
    a: randomBytes(22).toString("base64url"),
    r: randomBytes(22).toString("base64url"),
    s: "openid sdk.social_layer_presence",
  });

/** @param {Redis} redis @param {import("./frame/bench.ts").Pace} pace @returns {Promise<import("./frame/bench.ts").Table>} */
async function tokens(redis, pace) {
  const players = pace.pick({ full: 10_000, quick: 2000 });
  const store = storeOf(redis);
  const fetch = async () =>
    Response.json({
      access_token: randomBytes(22).toString("base64url"),
      refresh_token: randomBytes(22).toString("base64url"),
      token_type: "Bearer",
      // Expires immediately, so the next call renews the token again.
      expires_in: 0.001,
      scope: "openid",
    });
  const own = createPlayerTokens({ applicationId, clientSecret: "secret", store, fetch });
  /** @param {number} offset @param {{ dueMs: number, remainingMs: number }} lifetime */
  const load = (offset, lifetime) =>
    atOnce(players, (index) => store.put(`${applicationId}:${playerOf(offset + index)}`, record(), lifetime));
  await load(0, { dueMs: weekMs, remainingMs: weekMs });
  await load(players, { dueMs: 0, remainingMs: 0 });
  const key = (/** @type {number} */ index) => `slashpass:{${applicationId}:${playerOf(index)}}`;
  /** @type {readonly { what: string, kind: import("./frame/bench.ts").Kind, act: (index: number) => unknown }[]} */
  const candidates = [
    { what: "a plain GET", kind: "floor", act: (index) => redis.call("GET", key(index)) },
    {
      what: "slashpass: a fresh token",
      kind: "ours",
      act: (index) => own.accessToken(playerOf(index)),
    },
    {
      what: "slashpass: a renewed token",
      kind: "ours",
      act: (index) => own.accessToken(playerOf(players + index)),
    },
  ];
  const rows = await inTurn(candidates, { rounds: pace.pick({ full: 7, quick: 3 }) }, async ({ act }) => {
    const start = process.cpuUsage();
    await atOnce(players, act);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / players;
  });
  return { ...times, rows };
}

/** @param {number} count @param {(index: number) => unknown} act - called concurrently, as on a busy server */
async function atOnce(count, act) {
  let next = 0;
  const work = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
}

/** @param {Redis} redis @returns {Promise<import("./frame/bench.ts").Table>} */
async function bytes(redis) {
  const store = storeOf(redis);
  const name = `${applicationId}:${playerOf(1_000_000)}`;
  const lifetime = { dueMs: weekMs, remainingMs: weekMs };
  await store.put(name, record(), lifetime);
  await redis.set(playerOf(1_000_000), record(), "PX", weekMs);
  const plain = await used(playerOf(1_000_000));
  const player = await used(`slashpass:{${name}}`);
  await store.openSession(name, "session-name");
  const session = await used(`slashpass:{${name}}:s`);
  return {
    ...memory,
    rows: [
      { what: "the unencrypted record", kind: "floor", values: [plain] },
      { what: "slashpass: the tokens", kind: "ours", values: [player] },
      { what: "slashpass: the tokens and a session", kind: "ours", values: [player + session] },
    ],
    counts: [{ what: "bytes of a player's tokens in Redis", value: player, atMost: 400 }],
  };

  /** @param {string} key */
  async function used(key) {
    return (await redis.memory("USAGE", key)) ?? Number.NaN;
  }
}
