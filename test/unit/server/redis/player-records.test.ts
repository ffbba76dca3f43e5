import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RedisCommand } from "../../../../src/server/redis/options.ts";
import { redisPlayerStore } from "../../../../src/server/redis/player-records.ts";
import { leaseMs, type PlayerStore, returnMs } from "../../../../src/server/player-store.ts";
import { itKeepsPlayers } from "../../../setup/player-store-contract.ts";
import { RedisServer } from "../../../setup/redis-server.ts";
import { needs } from "../../../setup/system-parts.ts";

const keys = [randomBytes(32)];

describe("in a real Redis", needs("redis-server"), () => {
  let server: RedisServer;
  let stores: readonly [PlayerStore, PlayerStore];

  beforeAll(async () => {
    server = await RedisServer.start();
    const store = () => redisPlayerStore({ command: server.command(), keys });
    stores = [store(), store()];
  });
  afterAll(() => server.stop());

  itKeepsPlayers(() => stores);

  /** Makes a record's lease expire `ms` sooner. */
  const pass = async (account: string, ms: number) => {
    const key = `slashpass:{${account}}`;
    const redis = server.driver();
    const [version, leases, lease = "", ...rest] = String(await redis.get(key)).split(" ");
    const [, mark = "", ends] = /^(\??)(\d+)$/.exec(lease) ?? [];
    await redis.set(key, [version, leases, `${mark}${Number(ends) - ms}`, ...rest].join(" "));
  };
  const lease = async (account: string) => {
    const [store] = stores;
    await store.put(account, "old", { dueMs: 0, remainingMs: 0 });
    const taken = await store.take(account);
    return taken.state === "leased" ? taken : expect.unreachable();
  };

  it("ends an expired lease five seconds after the next request for it, measured with the Redis clock", async () => {
    const [, other] = stores;
    await lease("app:lease");
    await pass("app:lease", leaseMs - 1000);
    expect(await other.take("app:lease")).toMatchObject({ state: "busy" });
    await pass("app:lease", 600_000);
    expect(await other.take("app:lease")).toMatchObject({ state: "busy", record: "old" });
    await pass("app:lease", returnMs - 1000);
    expect(await other.take("app:lease")).toMatchObject({ state: "busy" });
    await pass("app:lease", 1000);
    expect(await other.take("app:lease")).toMatchObject({ state: "leased" });
    expect(await other.take("app:lease")).toMatchObject({ state: "busy" });
  });

  it("lets a late holder write the newer token before another instance takes the lease", async () => {
    const [one, other] = stores;
    const { fence } = await lease("app:back");
    await pass("app:back", leaseMs);
    expect(await other.take("app:back")).toMatchObject({ state: "busy" });
    expect(await one.write("app:back", fence, "new", { dueMs: 9000, remainingMs: 9000 })).toMatchObject({
      isStored: true,
    });
    expect(await other.take("app:back")).toMatchObject({ state: "fresh", record: "new" });
  });

  it("grants an expired lease to another instance as soon as the holder releases it", async () => {
    const [one, other] = stores;
    const { fence } = await lease("app:given");
    await pass("app:given", leaseMs);
    await other.take("app:given");
    await one.release("app:given", fence);
    expect(await other.take("app:given")).toMatchObject({ state: "leased" });
  });

  it("restarts the five-second wait after an outage that the instance detected", async () => {
    const command = server.command();
    let isAway = false;
    const flapping: RedisCommand = async (args, key) => {
      if (isAway) throw new Error("Connection is closed.");
      return command(args, key);
    };
    const seeing = redisPlayerStore({ command: flapping, keys });
    await lease("app:flapping");
    await pass("app:flapping", leaseMs);
    expect(await seeing.take("app:flapping")).toMatchObject({ state: "busy" });
    isAway = true;
    await expect(seeing.take("app:flapping")).rejects.toMatchObject({ code: "store_unreachable" });
    isAway = false;
    await pass("app:flapping", returnMs);
    expect(await seeing.take("app:flapping")).toMatchObject({ state: "busy" });
    const [, other] = stores;
    await pass("app:flapping", returnMs);
    expect(await other.take("app:flapping")).toMatchObject({ state: "leased" });
  });

  it("releases a lease that arrives after its caller's timeout", async () => {
    const [one, other] = stores;
    const command = server.command();
    let send = (): void => undefined;
    const sending = new Promise<void>((resolve) => (send = resolve));
    const queueing = redisPlayerStore({
      command: async (args, key) => {
        await sending;
        return command(args, key);
      },
      keys,
      timeoutMs: 1,
    });
    await one.put("app:late", "old", { dueMs: 0, remainingMs: 0 });
    await expect(queueing.take("app:late")).rejects.toMatchObject({ code: "store_unreachable" });
    expect(await other.take("app:none")).toEqual({ state: "none" });
    send();
    const fields = async () => String(await server.driver().get("slashpass:{app:late}")).split(" ");
    // The lease was taken and is free again.
    await expect.poll(async () => Number((await fields())[1])).toBeGreaterThan(0);
    await expect.poll(async () => (await fields())[2]).toBe("0");
    await expect.poll(async () => (await other.take("app:late")).state).toBe("leased");
  });

  it("does not release another instance's lease with a fence from a replaced master", async () => {
    const [one] = stores;
    const { fence } = await lease("app:split");
    const key = "slashpass:{app:split}";
    // The new master does not have the lease, and all of its own fences are different.
    const before = String(await server.driver().get(key)).replace(/ \d+ \d+ /, " 0 0 ");
    const fences = new Set([fence]);
    for (let round = 0; round < 4; round++) {
      await server.driver().set(key, before);
      const taken = await one.take("app:split");
      fences.add(taken.state === "leased" ? taken.fence : expect.unreachable());
    }
    expect(fences.size).toBeGreaterThan(3);
    await one.release("app:split", fence);
    expect(await one.take("app:split")).toMatchObject({ state: "busy" });
  });

  it("ignores a late reply that is not a lease or not from Redis", async () => {
    for (const reply of [["none"], "OK", null]) {
      const names: string[] = [];
      let answer = (): void => undefined;
      const late: RedisCommand = ([name]) => {
        names.push(name);
        return new Promise((resolve) => (answer = () => resolve(reply)));
      };
      const store = redisPlayerStore({ command: late, keys, timeoutMs: 1 });
      await expect(store.take("app:1")).rejects.toMatchObject({ code: "store_unreachable" });
      answer();
      await nextTurn();
      expect(names).toEqual(["EVALSHA"]);
    }
  });

  it("deletes a record a set time after its last write, such as the player's sign-in", async () => {
    const redis = server.driver();
    const ttl = () => redis.pttl("slashpass:{app:life}");
    const store = redisPlayerStore({ command: server.command(), keys, forgetAfterMs: 500_000 });
    const [byDefault] = stores;
    await byDefault.put("app:life", "old", { dueMs: 0, remainingMs: 0 });
    expect(await ttl()).toBeGreaterThan(99 * 24 * 3_600_000);
    expect(await ttl()).toBeLessThanOrEqual(100 * 24 * 3_600_000);
    await store.put("app:life", "old", { dueMs: 0, remainingMs: 0 });
    const isAs = async (ms: number) => {
      expect(await ttl()).toBeGreaterThan(ms - 10_000);
      expect(await ttl()).toBeLessThanOrEqual(ms);
    };
    await isAs(500_000);
    await redis.pexpire("slashpass:{app:life}", 100_000);
    const taken = await store.take("app:life");
    if (taken.state !== "leased") expect.unreachable();
    await isAs(100_000);
    await store.release("app:life", taken.fence);
    await isAs(100_000);
    await store.write("app:life", taken.fence, "new", { dueMs: 9, remainingMs: 9 });
    await isAs(500_000);
  });

  it.each([
    ["a string", (key: string) => server.driver().set(key, "of another program")],
    ["a list", (key: string) => server.driver().lpush(key, "of another program")],
  ])("reports another program's value under a player's key and does not change it: %s", async (_, keep) => {
    const [store] = stores;
    const account = `app:${_.slice(2)}`;
    const key = `slashpass:{${account}}`;
    await keep(key);
    const before = await server.driver().dump(key);
    const lifetime = { dueMs: 9, remainingMs: 9 };
    for (const work of [
      () => store.take(account),
      () => store.put(account, "record", lifetime),
      () => store.write(account, 7, "record", lifetime),
      () => store.delete(account),
    ])
      await expect(work()).rejects.toMatchObject({
        code: "store_unreadable",
        retryable: false,
        hint: expect.stringContaining("a different prefix") as string,
      });
    await store.release(account, 7);
    expect(await server.driver().dump(key)).toEqual(before);
  });

  it("reports another program's value under the key for a player's sessions", async () => {
    const [store] = stores;
    await server.driver().set("slashpass:{app:sessions}:s", "text");
    await expect(store.useSession("app:sessions", "s", 1)).rejects.toMatchObject({
      code: "store_unreadable",
      retryable: false,
    });
  });

  it("reports a record encrypted with an unknown key and releases its lease for other instances", async () => {
    const [store] = stores;
    const stranger = redisPlayerStore({ command: server.command(), keys: [randomBytes(32)] });
    await store.put("app:key", "old", { dueMs: 0, remainingMs: 0 });
    await expect(stranger.take("app:key")).rejects.toMatchObject({ code: "store_unreadable" });
    await expect.poll(async () => (await store.take("app:key")).state).toBe("leased");
    // The player signs in again.
    await stranger.put("app:key", "new", { dueMs: 9000, remainingMs: 9000 });
    expect(await stranger.take("app:key")).toMatchObject({ state: "fresh", record: "new" });
  });

  it("sends one command for a read and two for a renewal", async () => {
    const sent: string[] = [];
    const command = server.command();
    const store = redisPlayerStore({
      command: (args, key) => {
        sent.push(args[0]);
        return command(args, key);
      },
      keys,
    });
    await store.put("app:count", "old", { dueMs: 0, remainingMs: 0 });
    sent.length = 0;
    const taken = await store.take("app:count");
    expect(sent).toEqual(["EVALSHA"]);
    if (taken.state !== "leased") expect.unreachable();
    await store.write("app:count", taken.fence, "new", { dueMs: 9, remainingMs: 9 });
    expect(sent).toEqual(["EVALSHA", "EVALSHA"]);
  });

  it("waits for replicas in the same round trip and reports that they did not confirm the write", async () => {
    const sent: string[][] = [];
    const command = server.command();
    const recording: RedisCommand = (args, key) => {
      sent.push([args[0], key]);
      return command(args, key);
    };
    const store = redisPlayerStore({ command: recording, keys, replicas: { count: 1, timeoutMs: 1 } });
    expect(await store.put("app:replica", "record", { dueMs: 9, remainingMs: 9 })).toEqual({
      isReplicated: false,
    });
    const key = "slashpass:{app:replica}";
    expect(sent).toEqual([
      ["EVALSHA", key],
      ["WAIT", key],
    ]);
  });

  describe("with required replicas", () => {
    const lifetime = { dueMs: 0, remainingMs: 9000 };
    /** Creates a store whose WAIT returns `acknowledged()` and records the commands that it sends. */
    const requiring = (acknowledged: () => number) => {
      const command = server.command();
      const sent: string[] = [];
      const wrapped: RedisCommand = async (args, key) => {
        sent.push(args[0]);
        return args[0] === "WAIT" ? acknowledged() : command(args, key);
      };
      const replicas = { count: 1, timeoutMs: 7, required: true };
      return { store: redisPlayerStore({ command: wrapped, keys, replicas }), sent };
    };

    it("grants a lease only if the replicas confirm it and releases it otherwise", async () => {
      const [, other] = stores;
      let count = 1;
      const { store, sent } = requiring(() => count);
      const leaseAnew = async () => {
        await store.put("app:required", "old", lifetime);
        sent.length = 0;
        return store.take("app:required");
      };
      // Loads the scripts into Redis.
      await leaseAnew();
      const taken = await leaseAnew();
      if (taken.state !== "leased") expect.unreachable();
      expect(sent).toEqual(["EVALSHA", "WAIT", "EVALSHA"]);
      await store.release("app:required", taken.fence);
      count = 0;
      await expect(store.take("app:required")).rejects.toMatchObject({
        code: "store_read_only",
        retryable: true,
        message: "Leasing a player's tokens failed: 0 of 1 required replicas confirmed it within 7 ms.",
      });
      await expect.poll(async () => (await other.take("app:required")).state).toBe("leased");
    });

    it("rejects a write that the replicas did not confirm, although the master has stored it", async () => {
      let count = 1;
      const { store } = requiring(() => count);
      await store.put("app:short", "old", lifetime);
      const taken = await store.take("app:short");
      if (taken.state !== "leased") expect.unreachable();
      count = 0;
      const write = () => store.write("app:short", taken.fence, "new", { dueMs: 9000, remainingMs: 9000 });
      await expect(write()).rejects.toMatchObject({ code: "store_read_only" });
      for (const work of [() => store.put("app:short", "new", lifetime), () => store.delete("app:other")])
        await expect(work()).rejects.toMatchObject({ code: "store_read_only" });
      count = 1;
      // The later sign-in is kept, and the write reports that its own record was not stored.
      expect(await write()).toEqual({ isStored: false });
    });

    it("detects that a new master lacks the lease or the write", async () => {
      const redis = server.driver();
      const forget = () => redis.del("slashpass:{app:other-master}");
      let work: () => Promise<unknown> = () => Promise.resolve();
      const command = server.command();
      // The check is sent together with WAIT, on a different connection from the deletion.
      let failover: Promise<unknown> = Promise.resolve();
      const failingOver: RedisCommand = async (args, key) => {
        if (args[0] === "WAIT") failover = work();
        await failover;
        return args[0] === "WAIT" ? 1 : command(args, key);
      };
      const replicas = { count: 1, required: true };
      const store = redisPlayerStore({ command: failingOver, keys, replicas });
      await store.put("app:other-master", "old", lifetime);
      const taken = await store.take("app:other-master");
      if (taken.state !== "leased") expect.unreachable();
      work = forget;
      await expect(store.write("app:other-master", taken.fence, "new", lifetime)).rejects.toMatchObject({
        code: "store_read_only",
        message: expect.stringContaining("another master has taken over") as string,
      });
      work = () => Promise.resolve();
      await store.put("app:other-master", "old", lifetime);
      work = forget;
      await expect(store.take("app:other-master")).rejects.toMatchObject({ code: "store_read_only" });
    });
  });

  it("does not decrypt a record that was moved to another player", async () => {
    const [store] = stores;
    await store.put("app:1", "record", { dueMs: 9, remainingMs: 9 });
    const redis = server.driver();
    await redis.copy("slashpass:{app:1}", "slashpass:{app:2}");
    await expect(store.take("app:2")).rejects.toMatchObject({ code: "store_unreadable" });
  });

  it("rejects a command that does not return the reply unchanged", async () => {
    const takes = (reply: unknown) =>
      redisPlayerStore({ command: () => Promise.resolve(reply), keys }).take("app:1");
    for (const reply of ["OK", ["fresh"], null]) {
      await expect(takes(reply)).rejects.toMatchObject({ code: "store_failed" });
    }
    const [store] = stores;
    await store.put("app:odd", "record", { dueMs: 9, remainingMs: 9 });
    const sealed = String(await server.driver().get("slashpass:{app:odd}"))
      .split(" ")
      .at(-1);
    const odd = redisPlayerStore({ command: () => Promise.resolve(["odd", 1, 1, sealed, 1]), keys });
    await expect(odd.take("app:odd")).rejects.toMatchObject({ code: "store_failed" });
  });
});
