import { expect, test } from "vitest";
import { measureFleet } from "../bench/fleet-limits/measure.js";
import { needs } from "../setup/system-parts.ts";

/** The full measurement (`npm run bench -- fleet-limits`) takes 30 seconds on an idle machine. */
test(
  "shares one bot's limits between four processes through Redis",
  // A busy service may read two seconds' worth of requests within one second.
  { ...needs("redis-server"), retry: 2 },
  async () => {
    const result = await measureFleet({ seconds: 3, instances: 4 });
    expect(result.failures).toBe(0);
    expect(result.mostInASecond).toBeLessThanOrEqual(50);
    // The bound is loose because CPU scheduling skews a short run on a busy machine. The benchmark checks fairness.
    const average = result.requests / 4;
    expect(Math.max(...result.each.map((count) => Math.abs(count / average - 1)))).toBeLessThan(0.5);
    // Each request uses two commands. Requests that wait for the first response use more.
    expect(result.commandsPerRequest).toBeLessThan(2.2);
    expect(Math.min(...result.each)).toBeGreaterThan(0);
  },
);
