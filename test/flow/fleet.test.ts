import { expect, it } from "vitest";
import { RedisServer } from "../setup/redis-server.ts";
import { needs } from "../setup/system-parts.ts";
import { runFleet } from "../soak/fleet/run-fleet.ts";

// Runs for a few seconds. `npm run test:soak` runs for a minute, with a thousand players and the clusters.
it(
  "loses players only if a process is killed between the service's response and the write to the store",
  needs("redis-server"),
  async () => {
    const server = await RedisServer.start();
    try {
      const run = { ports: [server.port], isCluster: false, players: 40, seconds: 4, tasks: 3 };
      const { reuses, lost, acknowledgedLost, killed, refreshes } = await runFleet(run);
      expect(reuses).toMatchObject({ notSafe: 0, unexplained: 0 });
      expect([lost, acknowledgedLost]).toEqual([reuses.killedInTheHole, 0]);
      expect([killed, refreshes > 0]).toEqual([2, true]);
    } finally {
      await server.stop();
    }
  },
);
