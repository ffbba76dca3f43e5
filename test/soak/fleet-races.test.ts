import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RequestLimits } from "../../src/core/request/limits.ts";
import { createPlayerTokens, type PlayerTokens } from "../../src/server/index.ts";
import { leaseMs } from "../../src/server/player-store.ts";
import { redisPlayerStore, type RedisCommand } from "../../src/server/redis/index.ts";
import { startProgram } from "../setup/child-process.ts";
import { RedisServer } from "../setup/redis-server.ts";
import { needs } from "../setup/system-parts.ts";
import { RotatingService } from "./fleet/service.ts";

const applicationId = "1234567890123456789";
const player = "222222222222222222";
const key = randomBytes(32);
/** A common driver setting: unlimited retries. */
const clientOptions = { maxRetriesPerRequest: null };

describe(
  "with a token endpoint that revokes a grant when a token is first reused",
  needs("redis-server"),
  () => {
    let redis: RedisServer;
    let service: RotatingService;

    beforeEach(async () => {
      redis = await RedisServer.start({ settings: ["--appendonly", "yes"] });
      service = await RotatingService.start();
      service.expiresIn = 600;
    });
    afterEach(async () => {
      service.close();
      await redis.stop();
    });

    const instance = (command: RedisCommand, limits?: RequestLimits): PlayerTokens =>
      createPlayerTokens({
        applicationId,
        clientSecret: "secret",
        store: redisPlayerStore({ command, keys: [key] }),
        apiBase: service.apiBase,
        limits,
      });
    /** Stores players whose access tokens have expired. */
    const signIn = async (players: readonly string[]): Promise<void> => {
      const store = redisPlayerStore({ command: redis.command(), keys: [key] });
      for (const one of players) {
        const record = JSON.stringify({ v: 1, a: "over", r: service.signIn(one), s: "openid" });
        await store.put(`${applicationId}:${one}`, record, { dueMs: 0, remainingMs: 0 });
      }
    };
    /** Retries until it succeeds, as a game does. */
    const askOn = async (tokens: PlayerTokens, one = player): Promise<string> => {
      for (;;) {
        try {
          return await tokens.accessToken(one);
        } catch (error) {
          if ((error as { retryable?: boolean }).retryable !== true) throw error;
          await wait(50);
        }
      }
    };

    it.each([
      ["waits", true],
      ["sends its first request after the outage", false],
    ])(
      "loses no player if Redis is down for longer than a lease during a refresh and another instance %s",
      async (_, isWaiting) => {
        for (const awayMs of [1000, 2000, 3000].map((ms) => leaseMs + ms)) {
          await signIn([player]);
          const requested = service.refreshes;
          service.beforeAnswer = async () => {
            service.beforeAnswer = undefined;
            await redis.kill();
          };
          // The instance with the new token is the last to reconnect to Redis.
          const holder = instance(redis.command({ ...clientOptions, retryStrategy: () => 2000 }));
          const other = instance(redis.command({ ...clientOptions, retryStrategy: () => 20 }));
          expect(await askOn(holder)).toBe(`access-${player}.2`);
          const waiting = isWaiting ? askOn(other) : undefined;
          await wait(awayMs);
          await redis.run();
          expect(await (waiting ?? askOn(other))).toBe(`access-${player}.2`);
          await holder.drain();
          expect([service.reuses, service.refreshes - requested]).toEqual([[], 1]);
        }
      },
      180_000,
    );

    it("recovers every player's tokens after a three-second Redis outage", async () => {
      const players = Array.from({ length: 40 }, (_, index) => String(BigInt(player) + BigInt(index)));
      await signIn(players);
      const instances = [1, 2, 3, 4].map(() => instance(redis.command(clientOptions)));
      await Promise.all(instances.map((tokens) => askOn(tokens, player)));
      redis.pause();
      const requested = players.map((one, index) => askOn(instances[index % 4] ?? expect.unreachable(), one));
      const others = players.map((one, index) =>
        askOn(instances[(index + 1) % 4] ?? expect.unreachable(), one),
      );
      await wait(3000);
      redis.resume();
      const backAt = performance.now();
      await Promise.all([...requested, ...others]);
      expect(service.reuses).toEqual([]);
      expect(performance.now() - backAt).toBeLessThan(2500);
    }, 60_000);

    it("sends nothing if the process was suspended while it waited for the rate limits", async () => {
      for (let round = 0; round < 2; round++) {
        await signIn([player]);
        const setup = {
          dist: new URL("../../dist", import.meta.url).pathname,
          service: service.apiBase,
          port: redis.port,
          key: key.toString("hex"),
          player,
          applicationId,
        };
        const child = startProgram(
          process.execPath,
          [`${import.meta.dirname}/fleet/one-refresh.js`, JSON.stringify(setup)],
          { stdio: ["ignore", "pipe", "inherit"], limitMs: 60_000 },
        );
        const lines = createInterface({ input: child.stdout ?? expect.unreachable() });
        const outcomes: string[] = [];
        const requested = new Promise<void>((resolve) => {
          lines.on("line", (line) => {
            outcomes.push(line);
            resolve();
          });
        });
        const ended = new Promise((resolve) => child.once("close", resolve));
        await requested;
        child.kill("SIGSTOP");
        const other = instance(redis.command(clientOptions));
        expect(await askOn(other)).toBe(`access-${player}.2`);
        child.kill("SIGCONT");
        await ended;
        expect(service.reuses).toEqual([]);
        expect(outcomes.at(-1)).toBe(`access-${player}.2`);
      }
    }, 120_000);

    it("never sends a refresh token twice, even if each step takes its maximum time", async () => {
      await signIn([player]);
      const { command: plain } = { command: redis.command(clientOptions) };
      const slow: RedisCommand = async (args, name) => {
        const reply = await plain(args, name);
        await wait(1900);
        return reply;
      };
      const limits: RequestLimits = {
        enter: async () => {
          await wait(1900);
          return { leave: () => undefined };
        },
      };
      service.beforeAnswer = async () => {
        service.beforeAnswer = undefined;
        await wait(6900);
      };
      const holder = instance(slow, limits);
      const other = instance(redis.command(clientOptions));
      const requested = askOn(holder);
      await wait(100);
      expect(await askOn(other)).toBe(`access-${player}.2`);
      expect(await requested).toBe(`access-${player}.2`);
      expect([service.refreshes, service.reuses]).toEqual([1, []]);
    }, 60_000);
  },
);
