import { expect, test } from "vitest";
import { createCountingMeter } from "../../examples/fleet/counting-meter.js";
import { observeFleet } from "../../examples/fleet/telemetry.js";
import { channels } from "../../src/server/tracing/fleet-channels.ts";
import { outputOf } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";

const demo = "examples/fleet/demo.js";
const parts = needs("redis-server");

test(
  "keeps all players signed in when an instance is killed, and prints at most 80 columns",
  parts,
  async () => {
    const env = { ...process.env, REDIS_URL: undefined };
    const stdout = await outputOf(process.execPath, [demo], { env });
    expect(stdout).toMatch(/^server 1 {5}killed \(SIGKILL\)$/m);
    expect(stdout.match(/drained \(SIGTERM\)/g)).toHaveLength(2);
    expect(stdout).toMatch(/\d {2}slashpass\.session\.uses rotated$/m);
    expect(stdout).toContain("demo: 6 of 6 players are still signed in\n");
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  },
);

test("counts every channel's events in the example's meter, without player ids", () => {
  const { meter, counts } = createCountingMeter();
  observeFleet(meter);
  const player = "80351110224678912";
  channels.tokenRead.publish(() => ({ player, outcome: "fresh", durationMs: 1 }));
  channels.tokenRefresh.publish(() => ({ player, outcome: "failed", durationMs: 1, code: "timeout" }));
  channels.tokenExchange.publish(() => ({ player, outcome: "exchanged", durationMs: 1 }));
  channels.tokenConflict.publish(() => ({ player }));
  channels.sessionUse.publish(() => ({ player, outcome: "reused" }));
  channels.storeFailed.publish(() => ({ operation: "Reading", code: "store_full" }));
  channels.gameRefused.publish(() => ({ limit: "address" }));
  channels.storeReplicated.publish(() => ({ operation: "Keeping", outcome: "short", replicas: 0 }));
  channels.limitWait.publish(() => ({ operation: "Asking", reason: "global", durationMs: 5 }));
  channels.limitRefused.publish(() => ({ operation: "Asking", code: "rate_limited" }));
  channels.limitState.publish(() => ({ state: "away" }));
  expect([...counts]).toEqual([
    ["slashpass.token.read.duration fresh", 1],
    ["slashpass.token.refresh.duration failed timeout", 1],
    ["slashpass.token.exchange.duration exchanged", 1],
    ["slashpass.token.conflicts", 1],
    ["slashpass.session.uses reused", 1],
    ["slashpass.store.failures store_full", 1],
    ["slashpass.game.refusals address", 1],
    ["slashpass.store.replicated short", 1],
    ["slashpass.limit.wait.duration global", 1],
    ["slashpass.limit.refusals rate_limited", 1],
    ["slashpass.limit.states away", 1],
  ]);
});
