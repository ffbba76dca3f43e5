import { expect, it } from "vitest";
import { isOfShard, OnlineBots } from "../../../../src/emulator/state/online-bots.ts";

it("assigns guilds to shards and everything else to the first shard", () => {
  const guild = String((5n << 22n) + 7n);
  expect(isOfShard([0, 1], guild)).toBe(true);
  expect([0, 1, 2].map((id) => isOfShard([id, 3], guild))).toEqual([false, false, true]);
  expect([0, 1, 2].map((id) => isOfShard([id, 3], undefined))).toEqual([true, false, false]);
  const bots = new OnlineBots(() => 0);
  const leave = bots.add({ applicationId: "5", shard: [2, 3] });
  expect([
    bots.isConnected("5", guild),
    bots.isConnected("5", undefined),
    bots.isConnected("6", guild),
  ]).toEqual([true, false, false]);
  leave();
  expect(bots.isConnected("5", guild)).toBe(false);
});

it("allows 1,000 session starts per day", () => {
  let now = 1_000;
  const bots = new OnlineBots(() => now);
  expect(bots.startLimit("5")).toEqual({ remaining: 1000, reset_after: 0 });
  bots.add({ applicationId: "5", shard: [0, 1] });
  now += 3_600_000;
  expect(bots.startLimit("5")).toEqual({ remaining: 999, reset_after: 82_800_000 });
  for (let count = 0; count < 1_000; count++) bots.add({ applicationId: "5", shard: [0, 1] });
  expect(bots.startLimit("5").remaining).toBe(0);
  now += 82_800_000;
  expect(bots.startLimit("5")).toEqual({ remaining: 1000, reset_after: 0 });
});
