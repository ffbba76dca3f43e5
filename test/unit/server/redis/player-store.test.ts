import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { redisPlayerStore } from "../../../../src/server/redis/player-records.ts";

const command = () => Promise.resolve(null);
const keys = [randomBytes(32)];

describe("redisPlayerStore options", () => {
  it.each([
    ["no command", { keys }],
    ["a command that is none", { command: {}, keys }],
    ["no keys", { command }],
    ["a key that is too short", { command, keys: [randomBytes(16)] }],
    ["a prefix with a brace", { command, keys, prefix: "{game}:" }],
    ["no replicas to wait for", { command, keys, replicas: { count: 0 } }],
    ["no time", { command, keys, timeoutMs: 0 }],
    ["one that does not exist", { command, keys, ttl: 5 }],
  ])("rejects invalid options before it sends a command: %s", (_, options) => {
    expect(() => redisPlayerStore(options as never)).toThrow(/^options/);
  });

  it("sets the name of the store", () => {
    expect(redisPlayerStore({ command, keys, prefix: "game:" }).name).toBe("redis");
  });
});
