import { afterEach, describe, expect, it } from "vitest";
import { RedisServer } from "../setup/redis-server.ts";
import { needs } from "../setup/system-parts.ts";
import { RedisCluster } from "./fleet/redis-cluster.ts";
import { type FleetResult, runFleet } from "./fleet/run-fleet.ts";

const seconds = Number(process.env["SOAK_SECONDS"] ?? 60);
const run = { players: 1000, seconds, tasks: 6 };
const limitMs = seconds * 1000 + 120_000;

function show(title: string, result: FleetResult): void {
  process.stdout.write(`${title}: ${JSON.stringify(result)}\n`);
}

describe("four processes with a thousand players and two-second tokens", needs("redis-server"), () => {
  let stop: (() => Promise<void>) | undefined;
  afterEach(() => stop?.());

  it(
    "loses players on a single server only if a process is killed before it stores the refreshed token",
    async () => {
      const server = await RedisServer.start({ limitMs });
      stop = () => server.stop();
      const result = await runFleet({ ...run, ports: [server.port], isCluster: false });
      show("one server", result);
      expect(result.reuses).toMatchObject({ notSafe: 0, unexplained: 0 });
      expect(result.lost).toBe(result.reuses.killedInTheHole);
      expect(result.acknowledgedLost).toBe(0);
      expect(result.refreshes).toBeGreaterThan(seconds * 20);
    },
    limitMs,
  );

  it(
    "loses players on a cluster with replicas only if the token has not been stored and replicated",
    async () => {
      const cluster = await RedisCluster.start(limitMs);
      stop = () => cluster.stop();
      const result = await runFleet({ ...run, ports: cluster.ports, isCluster: true });
      show("cluster", result);
      expect(result.reuses.unexplained).toBe(0);
      expect(result.acknowledgedLost).toBe(0);
      expect(result.lost).toBe(result.reuses.killedInTheHole + result.reuses.notSafe);
    },
    limitMs,
  );

  it(
    "loses no acknowledged write if a master is killed and its replica is promoted",
    async () => {
      const cluster = await RedisCluster.start(limitMs);
      stop = () => cluster.stop();
      const result = await runFleet({
        ...run,
        ports: cluster.ports,
        isCluster: true,
        inTheMiddle: () => cluster.killMaster(),
      });
      show("cluster with a promotion", result);
      expect(result.reuses.unexplained).toBe(0);
      expect(result.acknowledgedLost).toBe(0);
    },
    limitMs,
  );
});
