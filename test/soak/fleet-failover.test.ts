import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { createSentinel } from "redis";
import { afterEach, describe, expect, it } from "vitest";
import { createPlayerTokens, type PlayerTokens } from "../../src/server/index.ts";
import { type RedisCommand, redisPlayerStore, type ReplicaOptions } from "../../src/server/redis/index.ts";
import { needs } from "../setup/system-parts.ts";
import { WatchedPair } from "./fleet/sentinels.ts";
import { RotatingService } from "./fleet/service.ts";

const applicationId = "1234567890123456789";
const playerCount = 400;
const limitMs = 180_000;

type Failover =
  | "killed"
  | "killed, restarted too early"
  | "SENTINEL FAILOVER"
  | "SENTINEL FAILOVER after CLIENT PAUSE WRITE"
  | "FAILOVER";
type Driver = "ioredis" | "ioredis with failoverDetector" | "node-redis";

const act: Readonly<Record<Failover, (pair: WatchedPair) => Promise<void>>> = {
  killed: (pair) => pair.killMaster(),
  "killed, restarted too early": (pair) => pair.killMasterShortly(),
  "SENTINEL FAILOVER": (pair) => pair.failOverBySentinel(),
  "SENTINEL FAILOVER after CLIENT PAUSE WRITE": (pair) => pair.failOverPaused(),
  FAILOVER: (pair) => pair.failOverByRedis(),
};

interface Connected {
  readonly command: RedisCommand;
  readonly end: () => unknown;
}

async function connect(pair: WatchedPair, driver: Driver): Promise<Connected> {
  const { name, sentinelPorts } = pair;
  const sentinels = sentinelPorts.map((port) => ({ host: "127.0.0.1", port }));
  if (driver === "node-redis") {
    const sentinel = createSentinel({ name, sentinelRootNodes: sentinels });
    sentinel.on("error", () => undefined);
    await sentinel.connect();
    return {
      command: (args) => sentinel.sendCommand(false, [...args]),
      end: () => sentinel.destroy(),
    };
  }
  const redis = new Redis(
    sentinels.length > 0
      ? { name, sentinels, failoverDetector: driver === "ioredis with failoverDetector" }
      : { host: "127.0.0.1", port: pair.front.port },
  );
  redis.on("error", () => undefined);
  return { command: ([word, ...args]) => redis.call(word, ...args), end: () => redis.disconnect() };
}

describe("a failover with 400 players, four-second tokens and four instances", needs("redis-server"), () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  /** Returns how many players were lost and how many refreshes took place. */
  async function run(failover: Failover, driver: Driver, replicas: ReplicaOptions | undefined) {
    const pair = await WatchedPair.start(limitMs, failover !== "FAILOVER");
    ends.push(() => pair.stop());
    const service = await RotatingService.start();
    service.expiresIn = 4;
    ends.push(() => service.close());
    const keys = [randomBytes(32)];
    const players = Array.from({ length: playerCount }, (_, index) => String(10n ** 17n + BigInt(index)));
    const seeding = redisPlayerStore({ command: pair.servers[0].command(), keys });
    for (const player of players) {
      const record = JSON.stringify({ v: 1, a: "over", r: service.signIn(player), s: "openid" });
      await seeding.put(`${applicationId}:${player}`, record, { dueMs: 0, remainingMs: 0 });
    }
    const instances: PlayerTokens[] = [];
    for (let index = 0; index < 4; index++) {
      const { command, end } = await connect(pair, driver);
      ends.push(end);
      const store = redisPlayerStore({ command, keys, replicas });
      instances.push(
        createPlayerTokens({ applicationId, clientSecret: "secret", store, apiBase: service.apiBase }),
      );
    }
    const over = new AbortController();
    const askOnAndOn = async (tokens: PlayerTokens) => {
      while (!over.signal.aborted) {
        const player = players[Math.floor(Math.random() * playerCount)] ?? "";
        await tokens.accessToken(player).catch(() => wait(20));
      }
    };
    const tasks = instances.flatMap((tokens) => Array.from({ length: 25 }, () => askOnAndOn(tokens)));
    await wait(6000);
    const startedAt = performance.now();
    await act[failover](pair);
    await wait(30_000 - (performance.now() - startedAt));
    over.abort();
    await Promise.all(tasks);
    await Promise.all(instances.map((tokens) => tokens.drain()));
    const lost = new Set(service.reuses.map(({ player }) => player)).size;
    const result = { lost, refreshes: service.refreshes };
    process.stdout.write(
      `${failover}, ${driver}, ${JSON.stringify(replicas ?? {})}: ${JSON.stringify(result)}\n`,
    );
    return result;
  }

  const required = { count: 1, timeoutMs: 500, required: true };
  const safe: readonly (readonly [Failover, Driver, ReplicaOptions | undefined])[] = [
    ["FAILOVER", "ioredis", undefined],
    ["SENTINEL FAILOVER", "ioredis", required],
    ["SENTINEL FAILOVER", "ioredis with failoverDetector", required],
    ["SENTINEL FAILOVER", "node-redis", required],
    ["SENTINEL FAILOVER after CLIENT PAUSE WRITE", "ioredis", undefined],
    ["SENTINEL FAILOVER after CLIENT PAUSE WRITE", "node-redis", undefined],
    ["SENTINEL FAILOVER after CLIENT PAUSE WRITE", "ioredis", required],
    ["killed", "ioredis", required],
    ["killed, restarted too early", "ioredis", required],
  ];
  it.each(safe)(
    "loses no player: %s, %s, replicas %j",
    async (failover, driver, replicas) => {
      const { lost, refreshes } = await run(failover, driver, replicas);
      expect(lost).toBe(0);
      expect(refreshes).toBeGreaterThan(100);
    },
    limitMs,
  );

  const measured: readonly (readonly [Failover, Driver, ReplicaOptions | undefined])[] = [
    ["SENTINEL FAILOVER", "ioredis", undefined],
    ["SENTINEL FAILOVER", "ioredis with failoverDetector", undefined],
    ["SENTINEL FAILOVER", "node-redis", undefined],
    ["SENTINEL FAILOVER", "ioredis", { count: 1, timeoutMs: 500 }],
    ["killed", "ioredis", undefined],
    ["killed", "node-redis", undefined],
    ["killed, restarted too early", "ioredis", undefined],
  ];
  it.each(measured)(
    "loses about as many players as docs/guides/server.md states: %s, %s, replicas %j",
    async (failover, driver, replicas) => {
      const { refreshes } = await run(failover, driver, replicas);
      expect(refreshes).toBeGreaterThan(100);
    },
    limitMs,
  );
});
