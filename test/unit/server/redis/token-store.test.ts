import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisTokenStore } from "../../../../src/server/redis/token-store.ts";
import { sharedTokenStoreContract, tokenStoreContract } from "../../../../src/store/contract.ts";
import type { TokenStore } from "../../../../src/store/token-store.ts";
import { RedisServer } from "../../../setup/redis-server.ts";
import { needs } from "../../../setup/system-parts.ts";

const keys = [randomBytes(32)];

describe("redisTokenStore with a real Redis", needs("redis-server"), () => {
  let server: RedisServer;
  let one: TokenStore;
  let other: TokenStore;

  beforeAll(async () => {
    server = await RedisServer.start();
    [one, other] = [server.command(), server.command()].map((command) =>
      redisTokenStore({ command, keys }),
    ) as [TokenStore, TokenStore];
  });
  afterAll(() => server.stop());

  it.each(tokenStoreContract.map((rule) => [rule.title, rule] as const))("%s", (_, rule) => rule.check(one));
  it.each(sharedTokenStoreContract.map((rule) => [rule.title, rule] as const))("%s", (_, rule) =>
    rule.check(one, other),
  );

  it("resolves probe() if the store is usable", async () => {
    await expect(one.probe()).resolves.toBeUndefined();
  });

  it("rejects a write with `store_conflict` if the lock has been lost", async () => {
    const lock = "slashpass:{held-up}:l";
    await one.set("held-up", "old");
    const conflict = one.exclusively("held-up", async () => {
      expect(await one.get("held-up")).toBe("old");
      // Simulates an expired lock and a second writer.
      await server.driver().del(lock);
      await other.exclusively("held-up", () => other.set("held-up", "newer"));
      await one.set("held-up", "late");
    });
    await expect(conflict).rejects.toMatchObject({ code: "store_conflict", retryable: true });
    expect(await one.get("held-up")).toBe("newer");
  });

  it("allows several writes under one lock", async () => {
    await one.exclusively("several", async () => {
      await Promise.all(["a", "b", "c"].map((record) => one.set("several", record)));
      await one.delete("several");
      await one.set("several", "d");
    });
    expect(await other.get("several")).toBe("d");
  });

  it("releases a lock that arrives after the timeout", async () => {
    const command = server.command();
    let send = (): void => undefined;
    const sending = new Promise<void>((resolve) => (send = resolve));
    const queueing = redisTokenStore({
      command: async (args, key) => {
        await sending;
        return command(args, key);
      },
      keys,
      timeoutMs: 1,
    });
    const work = queueing.exclusively("late", () => Promise.resolve());
    await expect(work).rejects.toMatchObject({ code: "store_unreachable" });
    send();
    await expect(one.exclusively("late", () => Promise.resolve("mine"))).resolves.toBe("mine");
  });

  it("stops waiting for the lock when the signal aborts", async () => {
    const abort = new AbortController();
    let waiting: Promise<unknown> | undefined;
    await one.exclusively("waiting", async () => {
      waiting = other.exclusively("waiting", () => Promise.resolve("started"), abort.signal);
      waiting.catch(() => undefined);
      // Gives the second store time to request the lock at least once.
      await other.get("waiting");
      abort.abort();
      await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    });
  });

  it("stores no plain text in Redis", async () => {
    await one.set("clear", "the-secret-record");
    const redis = server.driver();
    const values = await Promise.all((await redis.keys("slashpass:{clear}*")).map((key) => redis.get(key)));
    expect(values).toHaveLength(1);
    expect(values.join("")).not.toContain("secret");
  });
});
