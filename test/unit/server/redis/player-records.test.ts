import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RedisCommand } from "../../../../src/server/redis/options.ts";
import { redisPlayerStore } from "../../../../src/server/redis/player-store.ts";
import type { PlayerStore } from "../../../../src/server/player-store.ts";
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

  it("a lease ends by itself, by the clock of Redis", async () => {
    const [store] = stores;
    const redis = server.driver();
    await store.put("app:lease", "old", { dueMs: 0, leftMs: 0 });
    await store.take("app:lease");
    const key = "slashpass:{app:lease}";
    const [version, leases, ends, ...rest] = String(await redis.get(key)).split(" ");
    await redis.set(key, [version, leases, Number(ends) - 10_001, ...rest].join(" "));
    expect((await store.take("app:lease")).state).toBe("leased");
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
