import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RedisCommand } from "../../../../src/server/redis/options.ts";
import { redisPlayerStore } from "../../../../src/server/redis/player-store.ts";
import { leaseMs, type PlayerStore, returnMs } from "../../../../src/server/player-store.ts";
import { itKeepsPlayers } from "../../../setup/player-store-contract.ts";
import { RedisServer } from "../../../setup/redis-server.ts";
import { needs } from "../../../setup/system-parts.ts";

const keys = [randomBytes(32)];

describe("In a real Redis", needs("redis-server"), () => {
  let server: RedisServer;
  let stores: readonly [PlayerStore, PlayerStore];

  beforeAll(async () => {
    server = await RedisServer.start();
    const store = () => redisPlayerStore({ command: server.command(), keys });
    stores = [store(), store()];
  });
  afterAll(() => server.stop());

  itKeepsPlayers(() => stores);

  /** As if so much of Redis' time had passed for the lease of a record. */
  const pass = async (account: string, ms: number) => {
    const key = `slashpass:{${account}}`;
    const redis = server.driver();
    const [version, leases, lease = "", ...rest] = String(await redis.get(key)).split(" ");
    const [, mark = "", ends] = /^(\??)(\d+)$/.exec(lease) ?? [];
    await redis.set(key, [version, leases, `${mark}${Number(ends) - ms}`, ...rest].join(" "));
  };
  const lease = async (account: string) => {
    const [store] = stores;
    await store.put(account, "old", { dueMs: 0, leftMs: 0 });
    const taken = await store.take(account);
    return taken.state === "leased" ? taken : expect.unreachable();
  };

  it("a lease ends by itself, by the clock of Redis, and five seconds after it is asked for again", async () => {
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

  it("a holder that comes back after its lease writes the newer token, before another one takes it", async () => {
    const [one, other] = stores;
    const { fence } = await lease("app:back");
    await pass("app:back", leaseMs);
    expect(await other.take("app:back")).toMatchObject({ state: "busy" });
    expect(await one.write("app:back", fence, "new", { dueMs: 9000, leftMs: 9000 })).toMatchObject({
      isKept: true,
    });
    expect(await other.take("app:back")).toMatchObject({ state: "fresh", record: "new" });
  });

  it("a lease that was given back after its end is another one's at once", async () => {
    const [one, other] = stores;
    const { fence } = await lease("app:given");
    await pass("app:given", leaseMs);
    await other.take("app:given");
    await one.release("app:given", fence);
    expect(await other.take("app:given")).toMatchObject({ state: "leased" });
  });

  it("an outage in those five seconds begins them anew, for who has seen it", async () => {
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

  it("a lease that comes when nobody waits for it any longer is given back", async () => {
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
    await one.put("app:late", "old", { dueMs: 0, leftMs: 0 });
    await expect(queueing.take("app:late")).rejects.toMatchObject({ code: "store_unreachable" });
    expect(await other.take("app:none")).toEqual({ state: "none" });
    send();
    const fences = async () => String(await server.driver().get("slashpass:{app:late}")).split(" ")[1];
    // It was taken, and is free again.
    await expect.poll(fences).toBe("1");
    await expect.poll(async () => (await other.take("app:late")).state).toBe("leased");
  });

  it("a late reply that is no lease, or none of Redis at all, changes nothing", async () => {
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

  it("a read is one command, a renewal two", async () => {
    const sent: string[] = [];
    const command = server.command();
    const store = redisPlayerStore({
      command: (args, key) => {
        sent.push(args[0]);
        return command(args, key);
      },
      keys,
    });
    await store.put("app:count", "old", { dueMs: 0, leftMs: 0 });
    sent.length = 0;
    const taken = await store.take("app:count");
    expect(sent).toEqual(["EVALSHA"]);
    if (taken.state !== "leased") expect.unreachable();
    await store.write("app:count", taken.fence, "new", { dueMs: 9, leftMs: 9 });
    expect(sent).toEqual(["EVALSHA", "EVALSHA"]);
  });

  it("waits for replicas in the same round trip, and says that none came", async () => {
    const sent: string[][] = [];
    const command = server.command();
    const recording: RedisCommand = (args, key) => {
      sent.push([args[0], key]);
      return command(args, key);
    };
    const store = redisPlayerStore({ command: recording, keys, replicas: { count: 1, timeoutMs: 1 } });
    expect(await store.put("app:replica", "record", { dueMs: 9, leftMs: 9 })).toEqual({
      isReplicated: false,
    });
    const key = "slashpass:{app:replica}";
    expect(sent).toEqual([
      ["EVALSHA", key],
      ["WAIT", key],
    ]);
  });

  it("does not open a record that was moved to another player", async () => {
    const [store] = stores;
    await store.put("app:1", "record", { dueMs: 9, leftMs: 9 });
    const redis = server.driver();
    await redis.copy("slashpass:{app:1}", "slashpass:{app:2}");
    await expect(store.take("app:2")).rejects.toMatchObject({ code: "store_unreadable" });
  });

  it("refuses a command that does not give the reply as it is", async () => {
    const takes = (reply: unknown) =>
      redisPlayerStore({ command: () => Promise.resolve(reply), keys }).take("app:1");
    for (const reply of ["OK", ["fresh"], null]) {
      await expect(takes(reply)).rejects.toMatchObject({ code: "store_failed" });
    }
    const [store] = stores;
    await store.put("app:odd", "record", { dueMs: 9, leftMs: 9 });
    const sealed = String(await server.driver().get("slashpass:{app:odd}"))
      .split(" ")
      .at(-1);
    const odd = redisPlayerStore({ command: () => Promise.resolve(["odd", 1, 1, sealed, 1]), keys });
    await expect(odd.take("app:odd")).rejects.toMatchObject({ code: "store_failed" });
  });
});
