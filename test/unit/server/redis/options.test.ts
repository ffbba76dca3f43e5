import { describe, expect, it } from "vitest";
import { accountKeys, readPrefix, taggedKey } from "../../../../src/server/redis/options.ts";
import { randomBytes } from "node:crypto";
import { redisPlayerStore } from "../../../../src/server/redis/player-records.ts";

describe("an account's keys", () => {
  it("share one hash tag so that one cluster node stores all of them", () => {
    expect(accountKeys("slashpass:", "123:456")).toEqual({
      tokens: "slashpass:{123:456}",
      lock: "slashpass:{123:456}:l",
      sessions: "slashpass:{123:456}:s",
    });
  });

  it.each(["with space", "a}b{c", "", "x".repeat(81), "é", "line\nbreak"])(
    "hash a name that could change the tag: %j",
    (name) => {
      expect(taggedKey("p:", name)).toMatch(/^p:\{[\w-]{43}\}$/);
      expect(taggedKey("p:", name)).not.toBe(taggedKey("p:", `${name}x`));
    },
  );
});

describe("a prefix", () => {
  it("can have letters, digits and a few other characters", () => {
    expect([readPrefix("game-1:", "prefix"), readPrefix("", "prefix")]).toEqual(["game-1:", ""]);
  });

  it.each([["a{b}:"], [7], ["x".repeat(65)], ["a b"]])(
    "is rejected if it could change the tag: %j",
    (prefix) => {
      expect(() => readPrefix(prefix, "prefix")).toThrow(/prefix is .*a string of up to 64/);
    },
  );
});

const command = () => Promise.resolve(null);
const keys = [randomBytes(32)];

describe("redisPlayerStore options", () => {
  it.each([
    ["no command", { keys }],
    ["a command that is not a function", { command: {}, keys }],
    ["no keys", { command }],
    ["a key that is too short", { command, keys: [randomBytes(16)] }],
    ["a prefix with a brace", { command, keys, prefix: "{game}:" }],
    ["a replica count of zero", { command, keys, replicas: { count: 0 } }],
    ["a timeout of zero", { command, keys, timeoutMs: 0 }],
    ["an unknown option", { command, keys, ttl: 5 }],
  ])("rejects invalid options before sending a command: %s", (_, options) => {
    expect(() => redisPlayerStore(options as never)).toThrow(/^options/);
  });
});
