import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisSeen, type RedisSeenOptions } from "../../../../src/server/redis/seen.ts";
import type { RedisCommand } from "../../../../src/server/redis/options.ts";
import { RedisServer } from "../../../setup/redis-server.ts";
import { needs } from "../../../setup/system-parts.ts";

describe("redisSeen", needs("redis-server"), () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());

  it("accepts an id from only one of several instances", async () => {
    const [one, two] = [redisSeen({ command: server.command() }), redisSeen({ command: server.command() })];
    const replies = await Promise.all([one("1"), two("1"), one("1"), two("2")]);
    expect(replies.slice(0, 3).filter((isSeen) => isSeen)).toHaveLength(2);
    expect(replies[3]).toBe(false);
  });

  it("keeps an id under a separate prefix while its signature is valid", async () => {
    const seen = redisSeen({ command: server.command(), prefix: "game:", maxAgeSeconds: 60 });
    await seen("7");
    const key = "game:{seen:7}";
    const leftMs = await server.driver().pttl(key);
    expect(leftMs).toBeGreaterThan(120_000);
    expect(leftMs).toBeLessThanOrEqual(126_000);
  });
});

describe("redisSeen without Redis", () => {
  const command = async () => 1;

  it.each<[string, RedisCommand, string]>([
    ["is unreachable", () => Promise.reject(new Error("connect ECONNREFUSED")), "store_unreachable"],
    ["does not respond", () => new Promise(() => undefined), "store_unreachable"],
    ["is full", () => Promise.reject(new Error("OOM command not allowed")), "store_full"],
  ])("rejects if Redis %s", async (_, failing, code) => {
    await expect(redisSeen({ command: failing, timeoutMs: 5 })("1")).rejects.toMatchObject({ code });
  });

  it.each([null, "1", []])("rejects the reply %o", async (reply) => {
    await expect(redisSeen({ command: async () => reply })("1")).rejects.toThrow("invalid script result");
  });

  it.each([
    [{ command: 5 }, "options.command"],
    [{ command, prefix: "{" }, "options.prefix"],
    [{ command, maxAgeSeconds: -1 }, "options.maxAgeSeconds"],
  ])("rejects %o before sending a command", (options, named) => {
    expect(() => redisSeen(options as unknown as RedisSeenOptions)).toThrow(named);
  });
});
